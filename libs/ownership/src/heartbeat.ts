import type { Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import { replace, type RowOf, type Store } from '@mayfly/store';
import type { Log } from '@mayfly/telemetry';
import type { OwnersTable } from './owners-table.ts';
import { TELEMETRY } from './telemetry-names.ts';

interface HeartbeatOptions {
  readonly store: Store;
  readonly table: OwnersTable;
  readonly row: RowOf<OwnersTable>;
  readonly clock: Clock;
  readonly log: Log;
  readonly ttlMs: number;
}

/** Says again and again that the owner lives, and notices when nobody believes it any more. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #stop = new AbortController();
  readonly #lost = new AbortController();
  readonly #running: Promise<void>;
  #row: RowOf<OwnersTable>;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#row = options.row;
    this.#running = this.#beatOn();
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  async release(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    if (!this.#lost.signal.aborted) await this.#write({ ...this.#row, released: true });
  }

  async #beatOn(): Promise<void> {
    const { clock, ttlMs } = this.#options;
    let believedMs = clock.monotonicMs();
    while (!this.#stop.signal.aborted) {
      try {
        await clock.sleep(ttlMs / 5, this.#stop.signal);
      } catch {
        return;
      }
      const startedMs = clock.monotonicMs();
      const outcome = await this.#write({ ...this.#row, beat: this.#row.beat + 1 });
      if (outcome === 'refused') return this.#give(new Error('another owner took them'));
      // However long it took: it was written on condition that nobody else owns them, as all that the owner writes is.
      if (outcome === 'applied') believedMs = startedMs;
      else if (clock.monotonicMs() - believedMs > ttlMs / 2) {
        return this.#give(new Error('no sign of life got through'));
      }
    }
  }

  async #write(row: RowOf<OwnersTable>): Promise<'applied' | 'refused' | 'unknown'> {
    const { store, table } = this.#options;
    // The beat is not part of the expectation: an answer that was lost may have been applied.
    const { epoch } = row;
    const write = replace(table, row, { matches: { epoch, released: false } });
    const [answer] = await store
      .write([{ writes: [write] }])
      .catch((cause: unknown) => [{ outcome: 'unknown', cause } as const]);
    if (answer?.outcome === 'applied') this.#row = row;
    return answer?.outcome ?? 'unknown';
  }

  #give(cause: Error): void {
    const { table, log } = this.#options;
    const { epoch } = this.#row;
    log.error(
      { event: TELEMETRY.lost.name, table: table.name, epoch, err: cause },
      'no longer the owner of the tables',
    );
    this.#lost.abort(new CrawlError('OWNER_LOST', `${table.name}: ${cause.message}`, { cause }));
  }
}
