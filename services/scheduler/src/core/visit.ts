import type { Reader } from '@mayfly/readers';
import type { HostKey, Url } from '@mayfly/url';
import type { Place } from './announced.ts';

/** How a reader came to a URL; as in the contract. */
export type VisitKind = 'browse' | 'search-click' | 'shown';

/** A visit as somebody reports it. */
export interface GivenVisit {
  readonly url: string;
  /** Empty where there is none. */
  readonly referrer: string;
  /** NaN where there is none. */
  readonly atMs: number;
  readonly kind: VisitKind;
  /** Empty where there is none. */
  readonly readerKey: string;
  /** Empty where it is not known. */
  readonly userAgent: string;
}

/** Why a visit is not taken; as in the contract. */
export type VisitRefusal =
  'bad-url' | 'bad-time' | 'too-old' | 'in-future' | 'bad-reader' | 'robot' | 'too-many';

/** A visit as it travels: nobody can tell any more who made it. */
export interface Visit {
  readonly url: Url;
  readonly referrer: Url | undefined;
  readonly atMs: number;
  readonly kind: VisitKind;
  readonly reader: Reader;
}

/** Visits to pages of one host. */
export interface HostVisits {
  readonly host: HostKey;
  readonly visits: readonly Visit[];
}

/** The same, as it comes out of the stream. */
export interface VisitReport extends HostVisits {
  readonly place: Place;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Days since 1970, UTC. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** From 0 to 23, UTC. */
export function hourOf(atMs: number): number {
  return Math.floor((atMs % DAY_MS) / HOUR_MS);
}

/** When an hour of a day began. */
export function hourMs(day: number, hour: number): number {
  return day * DAY_MS + hour * HOUR_MS;
}
