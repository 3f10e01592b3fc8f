import type { Environment } from '@mayfly/data-folder';
import type { StreamLog } from '../stream.ts';
import { TELEMETRY } from '../telemetry-names.ts';
import type { Log } from './log.ts';
import type { Offsets } from './offsets.ts';

/** Blocks removed in one commit, so that publishers never wait long for a trim. */
const STEP = 100;

/** Removes what every declared group has committed, in the background. */
export class Trimmer {
  private readonly environment: Environment;
  private readonly offsets: Offsets;
  private readonly log: StreamLog;
  private readonly queue = new Map<string, () => Promise<void>>();
  private running: Promise<void> | undefined;
  private closed = false;

  constructor(parts: { environment: Environment; offsets: Offsets; log: StreamLog }) {
    this.environment = parts.environment;
    this.offsets = parts.offsets;
    this.log = parts.log;
  }

  /** One of the groups has committed something of that partition. */
  committed(log: Log, groups: () => readonly string[], partition: number): void {
    if (this.closed) return;
    this.queue.set(`${log.name}\0${partition}`, () => this.trim(log, groups, partition));
    this.running ??= this.run();
  }

  /** Resolves when the step under way is done; the rest waits for the next process. */
  async close(): Promise<void> {
    this.closed = true;
    await this.running;
  }

  private async run(): Promise<void> {
    // A turn of the event loop each, so that commits of many partitions meet in one trim.
    await new Promise(setImmediate);
    for (const [name, trim] of this.queue) {
      this.queue.delete(name);
      if (!this.closed)
        await trim().catch((err: unknown) =>
          this.log.warn({ event: TELEMETRY.trimFailed.name, err }, 'not trimmed'),
        );
    }
    this.running = undefined;
  }

  private async trim(log: Log, groups: () => readonly string[], partition: number): Promise<void> {
    const place = { log: log.name, partition };
    const committed = groups().map((group) => this.offsets.get(group, place) ?? 0);
    const before = Math.min(...committed);
    while (log.start(partition) < before && !this.closed) {
      const old = log.blocksBefore(partition, before, STEP);
      if (old.firsts.length === 0) return;
      // First for readers, then on disk: nobody may begin in what is being removed.
      log.showStart(partition, old.start);
      await this.environment.commit(() => log.remove(partition, old));
    }
  }
}
