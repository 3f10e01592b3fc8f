import type { Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import type { HostKey } from '@mayfly/url';
import type { Books } from './books.ts';
import type { HostState } from './host-state.ts';
import type { BucketState, Changes, LeaseKey, Tables } from './ports.ts';
import type { HostRow, UrlKey } from './rows.ts';
import { Turn } from './turn.ts';

/** Something to be done with the rows of one bucket: it says what it needs, changes rows in one go, and hears the end. */
export interface Op {
  /** About how many rows it writes. */
  readonly size: number;
  readonly urls?: readonly UrlKey[];
  readonly hosts?: readonly HostKey[];
  readonly leases?: readonly LeaseKey[];
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
  readonly hosts = new Map<HostKey, HostState>();
  readonly #around: LaneAround;
  #ops: Op[] = [];
  #readings: Reading[] = [];
  #turn = 0;
  #isLoaded = false;
  #running: Promise<void> | undefined;

  constructor(bucket: number, around: LaneAround) {
    this.bucket = bucket;
    this.#around = around;
  }

  push(op: Op): void {
    this.#ops.push(op);
    this.#running ??= this.#run();
  }

  read(reading: Reading): void {
    this.#readings.push(reading);
    this.#running ??= this.#run();
  }

  /** Reads what the bucket holds; throws STORE_AWAY when it cannot. */
  async load(): Promise<void> {
    const { tables, reloaded } = this.#around;
    const state = await tables.bucketState(this.bucket);
    const hosts = [...this.hosts.values()];
    const rows = await tables.hosts(hosts);
    hosts.forEach((host, at) => {
      const row = rows[at];
      if (row !== undefined) host.row = row;
    });
    this.#turn = state.turn;
    this.#isLoaded = true;
    reloaded(this, state);
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
        if (!this.#isLoaded) await this.load();
        await reading.read();
      } catch (error) {
        reading.failed(error);
      }
    }
  }

  async #takeTurn(ops: readonly Op[]): Promise<void> {
    try {
      if (!this.#isLoaded) await this.load();
      const turn = await this.#open(ops);
      for (const op of ops) op.apply(turn);
      const changes = turn.changes();
      if (!isEmpty(changes)) await this.#write(changes);
      turn.keepBooks();
      for (const row of turn.changedHosts()) this.#keepHost(row);
    } catch (error) {
      for (const op of ops) op.failed(error);
      return;
    }
    for (const op of ops) op.done();
  }

  #keepHost(row: HostRow): void {
    const host = this.hosts.get(row.host);
    if (host !== undefined) host.row = row;
    else if (row.active !== undefined) this.#around.meet(this, row);
  }

  async #write(changes: Changes): Promise<void> {
    // Unless it is known to be written, memory may be wrong: the table is asked before the next turn.
    this.#isLoaded = false;
    const outcome = await this.#around.tables.write(this.bucket, this.#turn, changes);
    if (outcome === 'applied') {
      this.#turn += 1;
      this.#isLoaded = true;
      return;
    }
    throw new CrawlError('STORE_AWAY', 'whether it was written is unknown; ask again');
  }

  async #open(ops: readonly Op[]): Promise<Turn> {
    const { tables, books, clock } = this.#around;
    const turn = new Turn(this.bucket, clock.nowMs(), books);
    const urls = ops.flatMap((op) => op.urls ?? []);
    const named = new Set<HostKey>(ops.flatMap((op) => op.hosts ?? []));
    for (const { host } of urls) named.add(host);
    const leases = ops.flatMap((op) => op.leases ?? []);
    for (const { host } of leases) named.add(host);
    // Taken now: a host may leave memory while the rest is being read, and must not be taken for a new one then.
    const met = [...named].flatMap((host) => this.hosts.get(host) ?? []);
    const unmet = [...named].filter((host) => !this.hosts.has(host));
    const ended = leases.filter((key) => !this.hosts.get(key.host)?.leases.has(key.attempt));
    const [urlRows, hostRows, leaseRows] = await Promise.all([
      urls.length === 0 ? [] : tables.urls(urls),
      unmet.length === 0 ? [] : tables.hosts(unmet.map((host) => ({ bucket: this.bucket, host }))),
      ended.length === 0 ? [] : tables.leases(ended),
    ]);
    turn.know({
      urls: urls.map((key, at) => [key, urlRows[at]]),
      hosts: unmet.map((host, at) => [host, hostRows[at]]),
      leases: ended.map((key, at) => [key, leaseRows[at]]),
    });
    for (const { host, row } of met) turn.know({ hosts: [[host, row]] });
    for (const host of unmet) {
      const row = this.hosts.get(host)?.row;
      if (row !== undefined) turn.know({ hosts: [[host, row]] });
    }
    for (const key of leases) {
      const out = this.hosts.get(key.host)?.leases.get(key.attempt);
      if (out !== undefined) turn.know({ leases: [[key, out.row]] });
    }
    return turn;
  }
}

function isEmpty(changes: Changes): boolean {
  return Object.values(changes).every((rows: readonly unknown[]) => rows.length === 0);
}
