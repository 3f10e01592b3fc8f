import type { PlaceOf, RowOf } from '@mayfly/store';
import type { HostKey, Url } from '@mayfly/url';
import { bytesOfId, idOfBytes } from '../core/row-id.ts';
import type { QueueName } from '../core/ports.ts';
import { type End, type Place, type State, STATE, type UrlRow } from '../core/rows.ts';
import { hostIdOf } from './host-id.ts';
import { PARTS_OF_MS, type urlsTable } from './urls-table.ts';

/** A URL as its table keeps it. */
export type UrlRecord = RowOf<typeof urlsTable>;

/** Where a URL stands: parked, waiting for its time (first the soonest), or ready (first the best, then the oldest). */
export const LINE = { parked: 1, later: 2, ready: 3 } as const;

const HTTPS = 1;
const SEED = 2;
/** Of the source, where it is a URL of another host or scheme: what it begins with is not written. */
const SOURCE_HTTP = 4;
const SOURCE_HTTPS = 8;

export function recordOf(row: UrlRow): UrlRecord {
  const { host, url, source, state, rank, laterMs } = row;
  const begin = url.indexOf('//') + 2 + host.length;
  const isParked = state === STATE.parked;
  const isReady = rank !== undefined;
  const isLater = laterMs !== undefined;
  const isPlaced = isReady || isLater;
  const from = sourceOf(source, url.slice(0, begin + 1));
  // No spread: this is done for every URL that is written.
  return {
    bucket: row.bucket,
    crawl: row.crawl,
    hostId: hostIdOf(host),
    id: bytesOfId(row.id),
    path: url.slice(begin),
    state,
    flags: (url.startsWith('https:') ? HTTPS : 0) + (row.seed ? SEED : 0) + from.flag,
    line: lineOf(row),
    first: isParked ? 0 : (rank ?? laterMs),
    second: isParked ? 0 : isPlaced ? partsOf(row.ageMs) : undefined,
    source: from.text,
    sourceAttempt: row.sourceAttempt,
    depth: row.depth,
    discoverMs: isBornReady(row) ? undefined : row.discoverMs,
    group: row.group,
    hops: someOf(row.hops),
    // What its place says is not said again.
    priority: isReady ? undefined : row.priority,
    notBeforeMs: isLater ? undefined : row.notBeforeMs,
    ageMs: isPlaced ? undefined : row.ageMs,
    lastAttempt: row.lastAttempt,
    lastOutcome: row.lastOutcome,
    lastEnd: row.lastEnd,
    settleMs: row.settleMs,
    failures: someOf(row.failures),
    expiries: someOf(row.expiries),
    etag: row.etag,
    lastModified: row.lastModified,
    traceparent: row.traceparent,
    keptPriority: row.keptPriority,
    keptNotBeforeMs: row.keptNotBeforeMs,
  } as UrlRecord;
}

function lineOf({ state, rank, laterMs }: UrlRow): number | undefined {
  if (state === STATE.parked) return LINE.parked;
  if (rank !== undefined) return LINE.ready;
  return laterMs === undefined ? undefined : LINE.later;
}

export function urlOfRecord(record: UrlRecord, host: HostKey): UrlRow {
  const { path, source, flags, line, first = 0 } = record;
  const placeMs = (record.second ?? 0) / PARTS_OF_MS;
  const origin = `${(flags & HTTPS) === 0 ? 'http' : 'https'}://${host}`;
  const isReady = line === LINE.ready;
  const isLater = line === LINE.later;
  return {
    bucket: record.bucket,
    crawl: record.crawl,
    host,
    id: idOfBytes(record.id),
    url: (origin + path) as Url,
    state: record.state as State,
    source: wholeSource(source, flags, origin),
    sourceAttempt: record.sourceAttempt,
    discoverMs: record.discoverMs ?? Math.floor(placeMs),
    depth: record.depth,
    hops: record.hops ?? 0,
    seed: (flags & SEED) !== 0,
    traceparent: record.traceparent,
    group: record.group,
    priority: isReady ? 0 - first : record.priority,
    notBeforeMs: isLater ? first : record.notBeforeMs,
    ageMs: isReady || isLater ? placeMs : record.ageMs,
    rank: isReady ? first : undefined,
    laterMs: isLater ? first : undefined,
    lastAttempt: record.lastAttempt,
    lastOutcome: record.lastOutcome,
    lastEnd: record.lastEnd as End | undefined,
    settleMs: record.settleMs,
    failures: record.failures ?? 0,
    expiries: record.expiries ?? 0,
    keptPriority: record.keptPriority,
    keptNotBeforeMs: record.keptNotBeforeMs,
    etag: record.etag,
    lastModified: record.lastModified,
  };
}

/** A source of the same origin is its path alone; `begin` is the URL's own as far as there. */
function sourceOf(source: string, begin: string): { readonly text: string; readonly flag: number } {
  if (source.startsWith(begin)) return { text: source.slice(begin.length - 1), flag: 0 };
  if (source.startsWith(HTTP_BEGIN)) {
    return { text: source.slice(HTTP_BEGIN.length), flag: SOURCE_HTTP };
  }
  if (source.startsWith(HTTPS_BEGIN)) {
    return { text: source.slice(HTTPS_BEGIN.length), flag: SOURCE_HTTPS };
  }
  return { text: source, flag: 0 };
}

const HTTP_BEGIN = 'http://';
const HTTPS_BEGIN = 'https://';

function wholeSource(text: string, flags: number, origin: string): string {
  if ((flags & SOURCE_HTTP) !== 0) return HTTP_BEGIN + text;
  if ((flags & SOURCE_HTTPS) !== 0) return HTTPS_BEGIN + text;
  return text.startsWith('/') ? origin + text : text;
}

/** Of a row that is replaced only its places in indexes matter. */
export function placesOf(row: UrlRow): UrlRecord {
  const { bucket, crawl, host, id, group, state, rank, laterMs } = row;
  const isParked = state === STATE.parked;
  const isPlaced = rank !== undefined || laterMs !== undefined;
  return {
    ...{ bucket, crawl, hostId: hostIdOf(host), id: bytesOfId(id), group, line: lineOf(row) },
    first: isParked ? 0 : (rank ?? laterMs),
    second: isParked ? 0 : isPlaced ? partsOf(row.ageMs) : undefined,
  } as unknown as UrlRecord;
}

/** Where a URL stands that is ready, by what the index says of it. */
export const placeOf = ({ id, first, second }: PlaceOf<typeof urlsTable, 'line'>): Place => ({
  id: idOfBytes(id),
  rank: first,
  ageMs: second / PARTS_OF_MS,
});

/** The same the other way round. */
export function readyPlace(
  { bucket, crawl, host }: QueueName,
  { id, rank, ageMs }: Place,
): PlaceOf<typeof urlsTable, 'line'> {
  const name = { bucket, crawl, line: LINE.ready, hostId: hostIdOf(host), id: bytesOfId(id) };
  return { ...name, first: rank, second: ageMs * PARTS_OF_MS };
}

/** It was ready the moment it was heard of, so that its place tells when that was. */
function isBornReady({ rank, ageMs, discoverMs }: UrlRow): boolean {
  return rank !== undefined && ageMs !== undefined && Math.floor(ageMs) === discoverMs;
}

const partsOf = (ageMs: number | undefined) => ageMs && ageMs * PARTS_OF_MS;

const someOf = (count: number) => (count === 0 ? undefined : count);
