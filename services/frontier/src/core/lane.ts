import type { Clock } from '@mayfly/clock';
import { CrawlError, errorCodeOf } from '@mayfly/errors';
import type { HostKey } from '@mayfly/url';
import type { Books } from './books.ts';
import { withRestOf } from './host-pause.ts';
import { crawlsWaitingAt, type HostState, waitingAt } from './host-state.ts';
import type { BucketState, Change, Changes, OwnedBucket, Tables } from './ports.ts';
import { type HostRow, STATE, type UrlKey, type UrlName, type UrlRow } from './rows.ts';
import { Turn } from './turn.ts';

/** Something to be done with the rows of one bucket: it says what it needs, changes rows in one go, and hears the end. */
export interface Op {
  /** About how many rows it writes. */
  readonly size: number;
  readonly urls?: readonly UrlKey[];
  /** URLs that may have a row or none. */
  readonly names?: readonly UrlName[];
  readonly hosts?: readonly HostKey[];
  apply(turn: Turn): void;
  /** It is durable. */
  done(): void;
  failed(error: unknown): void;
}

/** Something to be read while nothing of the bucket is being written. */
export interface Reading {
  read(): Promise<void>;
  failed(error: unknown): void;
}

export interface LaneAround {
  readonly tables: Tables;
  readonly books: Books;
  readonly clock: Clock;
  readonly hashedRows: number;
  /** A host's row has changed, and it is durable. */
  readonly changed: (change: Change<HostRow>) => void;
  /** Takes a host into memory that was not there. */
  readonly meet: (lane: Lane, row: HostRow) => HostState;
  /** What was read of the bucket, at the start or after a write whose end is unknown. */
  readonly reloaded: (lane: Lane, state: BucketState) => void;
}

/** A part stays below what the store takes, also with the longest URLs. */
const MOST_ROWS = 600;
const MOST_READINGS = 50;

/**
 * All work on the rows of one bucket, one turn after another. What comes while a turn is being written is taken together
 * into the next one, so the more there is to do the less each costs.
 */
export class Lane {
  readonly bucket: number;
  /** In which the bucket is ours. */
  readonly epoch: number;
  /** When it was ours and read: since then its hosts rest by our own clock. */
  sinceMs: number | undefined;
  readonly hosts = new Map<HostKey, HostState>();
  readonly #around: LaneAround;
  #ops: Op[] = [];
  #readings: Reading[] = [];
  /** Whether what the bucket holds was ever read. */
  isLoaded = false;
  #turn = 0;
  /** Whether memory is what the tables say. */
  #isInStep = false;
  /** What a write whose end is unknown would have made of hosts. */
  #inDoubt: readonly Change<HostRow>[] = [];
  #running: Promise<void> | undefined;
  #isClosed = false;
  /** The bucket is somebody else's: memory knows nothing of it any more. */
  #isCut = false;

  constructor({ bucket, epoch }: OwnedBucket, around: LaneAround) {
    this.bucket = bucket;
    this.epoch = epoch;
    this.#around = around;
  }

  push(op: Op): void {
    if (this.#isClosed) {
      op.failed(notOwner(this.bucket));
      return;
    }
    this.#ops.push(op);
    this.#running ??= this.#run();
  }

  read(reading: Reading): void {
    if (this.#isClosed) {
      reading.failed(notOwner(this.bucket));
      return;
    }
    this.#readings.push(reading);
    this.#running ??= this.#run();
  }

  /** Takes nothing more, and ends when what it has taken is done. */
  async leave(): Promise<void> {
    this.#isClosed = true;
    await this.idle();
  }

  /** The bucket is somebody else's: nothing that waits here can be done any more. */
  cut(): void {
    this.#isClosed = true;
    this.#isCut = true;
    const error = notOwner(this.bucket);
    for (const op of this.#ops.splice(0)) op.failed(error);
    for (const reading of this.#readings.splice(0)) reading.failed(error);
  }

  /** After a write whose end is unknown: reads what came of it, also when nobody asks for anything here. */
  catchUp(): void {
    if (this.#isInStep || this.#running !== undefined || this.#isClosed) return;
    this.read({ read: async () => {}, failed: () => {} });
  }

  /** Takes what the bucket holds, as it was read before anything else could be done with it. */
  begin(state: BucketState): void {
    this.#take(state);
  }

  /** Reads what the bucket holds; throws STORE_AWAY when it cannot. */
  async load(): Promise<void> {
    const { tables } = this.#around;
    const state = await tables.bucketState(this.bucket);
    const hosts = [...this.hosts.values()];
    const inDoubt = this.#inDoubt;
    const [rows, doubted] = await Promise.all([
      tables.hosts(hosts),
      inDoubt.length === 0 ? [] : tables.hosts(inDoubt.map(({ after }) => after)),
    ]);
    hosts.forEach((host, at) => {
      const row = rows[at];
      if (row !== undefined) host.row = row;
    });
    inDoubt.forEach(({ before }, at) => {
      const after = doubted[at];
      if (after !== undefined) this.#around.changed({ before, after });
    });
    this.#inDoubt = [];
    this.#take(state);
  }

  #take(state: BucketState): void {
    if (this.#isCut) throw notOwner(this.bucket);
    this.#turn = state.turn;
    this.#around.reloaded(this, state);
    this.sinceMs ??= this.#around.clock.monotonicMs();
    this.isLoaded = true;
    this.#isInStep = true;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    // Whoever pushes now still shares the first turn.
    await Promise.resolve();
    while (this.#ops.length > 0 || this.#readings.length > 0) {
      if (this.#readings.length > 0) await this.#readSome();
      if (this.#ops.length > 0) await this.#takeTurn(this.#nextOps());
    }
    this.#running = undefined;
  }

  #nextOps(): Op[] {
    let rows = 0;
    let count = 0;
    while (
      count < this.#ops.length &&
      (count === 0 || rows + this.#ops[count]!.size <= MOST_ROWS)
    ) {
      rows += this.#ops[count]!.size;
      count += 1;
    }
    return this.#ops.splice(0, count);
  }

  async #readSome(): Promise<void> {
    for (const reading of this.#readings.splice(0, MOST_READINGS)) {
      try {
        if (!this.#isInStep) await this.load();
        await reading.read();
      } catch (error) {
        reading.failed(error);
      }
    }
  }

  async #takeTurn(ops: readonly Op[]): Promise<void> {
    try {
      if (!this.#isInStep) await this.load();
      const turn = await this.#open(ops);
      // Counts that were forgotten meanwhile must not be written as if they were none: nobody may have the bucket yet.
      if (this.#isCut) throw notOwner(this.bucket);
      for (const op of ops) op.apply(turn);
      const changes = turn.changes();
      if (!isEmpty(changes)) await this.#write(changes);
      if (!this.#isCut) this.#keep(turn, changes);
    } catch (error) {
      for (const op of ops) op.failed(error);
      return;
    }
    for (const op of ops) op.done();
  }

  #keep(turn: Turn, { urls, removedUrls, hosts }: Changes): void {
    turn.keepBooks();
    for (const { after } of urls) this.#keepAtHand(after, after);
    for (const key of removedUrls) this.#keepAtHand(key, undefined);
    for (const change of hosts) this.#keepHost(change);
  }

  /** Rows of URLs that are leased are at hand with their leases, as the table has them. */
  #keepAtHand(key: UrlKey, row: UrlRow | undefined): void {
    const out = this.hosts.get(key.host)?.leases.of(key);
    if (out?.url !== undefined) out.url = row?.state === STATE.leased ? row : undefined;
  }

  #keepHost(change: Change<HostRow>): void {
    const { before, after: row } = change;
    this.#around.changed(change);
    const known = this.hosts.get(row.host);
    if (known !== undefined) known.row = row;
    const host = known ?? (row.active === undefined ? undefined : this.#around.meet(this, row));
    for (const crawl of host === undefined ? [] : crawlsWaitingAt(row)) {
      // Whatever waits there now came in this turn, and is told when it is over: there is nothing to be read.
      if (before === undefined || waitingAt(before, crawl) === 0) host?.queue(crawl).begin();
    }
  }

  async #write(changes: Changes): Promise<void> {
    // Unless it is known to be written, memory may be wrong: the table is asked before the next turn.
    this.#isInStep = false;
    this.#inDoubt = changes.hosts;
    const outcome = await this.#around.tables.write(this, this.#turn, changes);
    if (outcome === 'applied') {
      this.#turn += 1;
      this.#isInStep = true;
      this.#inDoubt = [];
      return;
    }
    throw new CrawlError('STORE_AWAY', 'whether it was written is unknown; ask again');
  }

  async #open(ops: readonly Op[]): Promise<Turn> {
    const { tables, books, clock, hashedRows } = this.#around;
    const urls: UrlKey[] = [];
    const names: UrlName[] = [];
    const atHand: UrlRow[] = [];
    const named = new Set<HostKey>();
    for (const op of ops) {
      for (const host of op.hosts ?? []) named.add(host);
      for (const key of op.urls ?? []) {
        const row = this.hosts.get(key.host)?.leases.of(key)?.url;
        if (row === undefined) urls.push(key);
        else atHand.push(row);
        named.add(key.host);
      }
      for (const name of op.names ?? []) {
        names.push(name);
        named.add(name.host);
      }
    }
    // Taken now: a host may leave memory while the rest is being read, and must not be taken for a new one then.
    const met: HostState[] = [];
    const unmet: HostKey[] = [];
    for (const name of named) {
      const host = this.hosts.get(name);
      if (host === undefined) unmet.push(name);
      else met.push(host);
    }
    const [urlRows, foundRows, hostRows] = await Promise.all([
      urls.length === 0 ? [] : tables.urls(urls),
      names.length === 0 ? [] : tables.find(names),
      unmet.length === 0 ? [] : tables.hosts(unmet.map((host) => ({ bucket: this.bucket, host }))),
    ]);
    const now = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
    const turn = new Turn({ bucket: this.bucket, nowMs: now.wallMs, books, hashedRows });
    for (const host of met) turn.knowHost(host.host, withRestOf(host, now));
    unmet.forEach((host, at) => turn.knowHost(host, this.hosts.get(host)?.row ?? hostRows[at]));
    urls.forEach((key, at) => turn.knowUrl(key, urlRows[at]));
    for (const row of atHand) turn.knowUrl(row, row);
    names.forEach((name, at) => turn.knowName(name, foundRows[at]));
    return turn;
  }
}

/** For what another replica owns. */
export function notOwner(bucket: number): CrawlError {
  return new CrawlError('NOT_OWNER', `bucket ${bucket} belongs to another replica`);
}

export const isNotOwner = (error: unknown): boolean => errorCodeOf(error) === 'NOT_OWNER';

function isEmpty(changes: Changes): boolean {
  return Object.values(changes).every((rows: readonly unknown[]) => rows.length === 0);
}
