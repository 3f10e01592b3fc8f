import type { HostState } from './host-state.ts';
import { isIdLeased } from './leased-url.ts';
import type { QueuePart } from './ports.ts';
import { isIdBefore, type RowId } from './row-id.ts';
import type { Place, Scheme } from './rows.ts';

/** A host that nobody leases from keeps so few places in memory; one that is leased from quickly gets more. */
const FEWEST = 4;
const MOST = 32;
/** A head is to last about so long: reading on costs the same for few places and for many. */
const LASTS_MS = 10_000;

/**
 * The URLs of one crawl that wait at one host: only where the best of them stand is in memory. There may be hosts by the ten
 * thousand, and what lives as long as a place waits must be small; the row is read when it is leased.
 */
export class Queue {
  readonly crawl: string;
  readonly host: HostState;
  /** Best first, each as its table has it. */
  head: Place[] = [];
  /** Whether the head is what the table says; before, nothing is known but that something waits. */
  isLoaded = false;
  isLoading = false;
  /** Whether the head is all there is. */
  isComplete = false;
  /** When the first of those that wait for their time is due; undefined when there are none. */
  laterMs: number | undefined;
  isPromoting = false;
  /** The best one, while it may be leased. */
  offered: Place | undefined;
  /** By what it stands among the ready ones of its crawl: what it offered when it came there, and since when. */
  noted: Place | undefined;
  notedMs = 0;
  readonly places: number[] = [];
  /** Counts what came into the head. */
  changes = 0;
  /** Since when it could have been leased from and was not. */
  readySinceMs: number | undefined;
  #limit = FEWEST;
  /** When the head was filled last, by the clock that never jumps. */
  #filledMs: number | undefined;
  /** The last place that is known: all that stand before it and are free are in the head. */
  #last: Place | undefined;

  constructor(crawl: string, host: HostState) {
    this.crawl = crawl;
    this.host = host;
  }

  get limit(): number {
    return this.#limit;
  }

  /** The place behind which to go on reading; undefined for the beginning. */
  get last(): Place | undefined {
    return this.#last;
  }

  get needsLoading(): boolean {
    return !this.isLoaded || (this.head.length === 0 && !this.isComplete);
  }

  /** The head is to be read on: what was read before lasted so long, and how much is read now goes by that. */
  fit(nowMs: number): void {
    const lastedMs = nowMs - (this.#filledMs ?? nowMs);
    if (this.isLoaded && this.#filledMs !== undefined) {
      const fitting = Math.ceil((this.#limit * LASTS_MS) / Math.max(1, lastedMs));
      this.#limit = Math.max(FEWEST, Math.min(MOST, fitting));
    }
    this.#filledMs = nowMs;
  }

  /** Takes what was read behind a place. */
  load({ places, isAll }: QueuePart, after: Place | undefined): void {
    this.isLoading = false;
    // It was read or forgotten meanwhile: this is not what comes next.
    if (after !== this.#last || !this.needsLoading) return;
    this.changes += 1;
    // Those that are leased stand where they stood, by their own rows.
    const { crawl } = this;
    const { row } = this.host;
    this.head =
      row.leases.length === 0
        ? [...places]
        : places.filter(({ id }) => !isIdLeased(row, { crawl, id }));
    this.#last = places.at(-1) ?? after;
    this.isComplete = isAll;
    this.isLoaded = true;
  }

  /** Nothing waits so far. */
  begin(): void {
    if (this.isLoaded || this.isLoading) return;
    this.isLoaded = true;
    this.isComplete = true;
    this.laterMs = undefined;
  }

  unload(): void {
    this.head = [];
    this.isLoaded = false;
    this.isLoading = false;
    this.isComplete = false;
    this.#limit = FEWEST;
    this.#filledMs = undefined;
    this.#last = undefined;
    this.withdraw();
  }

  withdraw(): void {
    this.offered = undefined;
  }

  insert({ id, rank, ageMs }: Place): void {
    if (!this.isLoaded) return;
    const place = { id, rank, ageMs };
    this.changes += 1;
    this.remove(id);
    if (!this.isComplete && !this.#isKnownPlace(place)) return;
    let at = this.head.length;
    while (at > 0 && isPlacedBefore(place, this.head[at - 1]!)) at -= 1;
    this.head.splice(at, 0, place);
    if (this.head.length <= 2 * this.#limit) return;
    this.head.length = this.#limit;
    this.isComplete = false;
    this.#last = this.head.at(-1);
  }

  remove(id: RowId): void {
    const at = this.head.findIndex((place) => place.id === id);
    if (at !== -1) this.head.splice(at, 1);
  }

  /** Whether all that stand before that place, and what stands there, are known. */
  #isKnownPlace(place: Place): boolean {
    return this.#last !== undefined && !isPlacedBefore(this.#last, place);
  }
}

export const schemeOf = (url: string): Scheme => (url.startsWith('https:') ? 'https' : 'http');

/** Whether one goes before the other, whatever their hosts. */
export function isBefore(one: Place, other: Place): boolean {
  return one.rank === other.rank ? one.ageMs < other.ageMs : one.rank < other.rank;
}

/** The order of the table, in which no two are equal. */
function isPlacedBefore(one: Place, other: Place): boolean {
  if (isBefore(one, other)) return true;
  return !isBefore(other, one) && isIdBefore(one.id, other.id);
}
