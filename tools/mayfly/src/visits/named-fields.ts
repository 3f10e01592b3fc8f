import { bad, type KindWord, type LeftOut, type VisitLine } from './visit-line.ts';

/** What fields may be called, in lower case and without `_`. */
const NAMES: Readonly<Record<string, keyof Fields>> = {
  url: 'url',
  time: 'time',
  timestamp: 'time',
  visittime: 'time',
  referrer: 'referrer',
  referer: 'referrer',
  kind: 'kind',
  reader: 'reader',
  readerkey: 'reader',
  useragent: 'userAgent',
};

const KINDS: Readonly<Record<string, KindWord>> = {
  '': 'browse',
  browse: 'browse',
  search: 'search',
  searchclick: 'search',
  shown: 'shown',
};

/** What a visit may say, as it is written. */
export interface Fields {
  url?: unknown;
  time?: unknown;
  referrer?: unknown;
  kind?: unknown;
  reader?: unknown;
  userAgent?: unknown;
}

/** The field that a name means; undefined where it means none. */
export function fieldOf(name: string): keyof Fields | undefined {
  return NAMES[plain(name)];
}

/** The visit that fields make, or what is wrong with them. */
export function visitOfFields({
  url,
  time,
  referrer,
  kind,
  reader,
  userAgent,
}: Fields): VisitLine | LeftOut {
  if (typeof url !== 'string' || url === '') return bad('no url');
  const atMs = timeOf(time);
  if (atMs === undefined) return bad('no such time');
  const named = KINDS[plain(textOf(kind) ?? '?')];
  if (named === undefined) return bad('kind must be browse, search or shown');
  const [readerKey, agent, from] = [textOf(reader), textOf(userAgent), textOf(referrer)];
  if (readerKey === undefined || agent === undefined || from === undefined) {
    return bad('reader, user_agent and referrer must be texts');
  }
  return { url, referrer: from, atMs, kind: named, readerKey, userAgent: agent };
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s-]/g, '');
}

/** Whole numbers are names too. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** Later than the year 5138 in seconds, and 1973 in milliseconds. */
const SECONDS_BELOW = 1e11;
const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** ISO 8601, UTC where it names no zone; or seconds or milliseconds since 1970. */
function timeOf(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > 40) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const number = Number(text);
    return known(Math.round(number < SECONDS_BELOW ? number * 1_000 : number));
  }
  const [, day, time = '00:00', zone = 'Z'] = ISO.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const withColon = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  return known(Date.parse(`${day}T${time}${withColon}`));
}

/** The last moment of the calendars that contracts know is the end of the year 9999. */
const LAST_MS = 253_402_300_799_999;

function known(ms: number): number | undefined {
  return ms >= 0 && ms <= LAST_MS ? ms : undefined;
}
