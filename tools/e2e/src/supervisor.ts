import { setTimeout as delay } from 'node:timers/promises';
import type { SuiteProcess } from './running-suite.ts';
import type { Victim } from './soak-place.ts';

const LOOK_EVERY_MS = 500;

/**
 * Starts processes again that ended by themselves, as whoever runs a cluster does: an owner of tables that cannot show
 * that it lives gives them up and ends.
 */
export class Supervisor {
  readonly #processes: readonly SuiteProcess[];
  readonly #struck = new Set<Victim>();
  readonly #stop = new AbortController();
  readonly #watching: Promise<void>;
  /** Names of those that were started again. */
  readonly revived: string[] = [];

  constructor(processes: readonly SuiteProcess[]) {
    this.#processes = processes;
    this.#watching = this.#watch();
  }

  /** Leaves one alone while something is done to it. */
  async except<T>(victim: Victim, work: () => Promise<T>): Promise<T> {
    this.#struck.add(victim);
    try {
      return await work();
    } finally {
      this.#struck.delete(victim);
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await Promise.all(this.#processes.map((each) => this.#revive(each)));
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #revive(each: SuiteProcess): Promise<void> {
    if (this.#struck.has(each) || isAlive(each.pid) || this.#stop.signal.aborted) return;
    await this.except(each, async () => {
      // What it needs may still be away; then it ends again, and is started again.
      const isBack = await each.start().then(
        () => true,
        () => false,
      );
      if (isBack) this.revived.push(each.name);
    });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
