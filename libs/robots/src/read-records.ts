import { octetsOf } from './canonical-path.ts';

/** What is read of a robots.txt; the rest of a longer one counts for nothing (RFC 9309 asks for 500 KiB). */
export const MAX_ROBOTS_BYTES = 512_000;

/** The keys that are read. */
export type RecordKey =
  | 'user-agent'
  | 'allow'
  | 'disallow'
  | 'crawl-delay'
  | 'sitemap'
  | 'content-signal'
  | 'content-usage';

/** As they are written by mistake so often that the widest used parser reads them too. */
const MISSPELLED: readonly (readonly [written: string, key: RecordKey])[] = [
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['site-map', 'sitemap'],
];

const KEYS: ReadonlyMap<string, RecordKey> = new Map([
  ...(
    [
      'user-agent',
      'allow',
      'disallow',
      'crawl-delay',
      'sitemap',
      'content-signal',
      'content-usage',
    ] satisfies RecordKey[]
  ).map((key): [string, RecordKey] => [key, key]),
  ...MISSPELLED,
]);
const LONGEST_KEY = 14;
const HASH = 0x23;

/** Some editors leave only a part of the byte order mark. */
const BOM = /^\xef(\xbb\xbf?)?/;

/** Keys that also count without their colon: people forget it, and then mean what they wrote. */
const WITHOUT_COLON = /^(user-agent|allow|disallow)[\t ]+([^\t ]+)$/i;

/**
 * Hands over every record that means something, in the order of the file, values as octets. The limit
 * counts bytes as they were received; a line that it cuts would say something else, so it goes.
 */
export function readRecords(
  file: string | Uint8Array,
  onRecord: (key: RecordKey, value: string) => void,
): void {
  const octets = readOctets(file).replace(BOM, '');
  // A text is split at one character much faster than by a pattern, and most files have line feeds only.
  for (const line of octets.split(octets.includes('\r') ? /\r\n|\r|\n/ : '\n')) {
    readLine(line, onRecord);
  }
}

function readOctets(file: string | Uint8Array): string {
  const octets =
    typeof file === 'string'
      ? octetsOf(file)
      : Buffer.from(file.buffer, file.byteOffset, file.byteLength)
          .subarray(0, MAX_ROBOTS_BYTES)
          .toString('latin1');
  if (octets.length < MAX_ROBOTS_BYTES) return octets;
  const read = octets.slice(0, MAX_ROBOTS_BYTES);
  // Whoever fetched it may have stopped at the limit too, so a whole line is one that has its end.
  const lastEnd = Math.max(read.lastIndexOf('\n'), read.lastIndexOf('\r'));
  return read.slice(0, lastEnd + 1);
}

function readLine(whole: string, onRecord: (key: RecordKey, value: string) => void): void {
  const first = skipWhite(whole, 0);
  if (first === whole.length || whole.charCodeAt(first) === HASH) return;
  const line = first === 0 ? whole : whole.slice(first);
  const comment = line.indexOf('#');
  const record = comment < 0 ? line : line.slice(0, comment);
  const colon = record.indexOf(':');
  if (colon < 0) {
    const [, key, value] = WITHOUT_COLON.exec(trimEnd(record)) ?? [];
    if (key !== undefined) onRecord(KEYS.get(key.toLowerCase())!, value!);
    return;
  }
  const written = trimEnd(record.slice(0, colon));
  if (written.length > LONGEST_KEY) return;
  const key = KEYS.get(written) ?? KEYS.get(written.toLowerCase());
  if (key === undefined) return;
  onRecord(key, trimEnd(record.slice(skipWhite(record, colon + 1))));
}

function skipWhite(octets: string, from: number): number {
  let at = from;
  while (at < octets.length && isWhite(octets.charCodeAt(at))) at += 1;
  return at;
}

function trimEnd(octets: string): string {
  let end = octets.length;
  while (end > 0 && isWhite(octets.charCodeAt(end - 1))) end -= 1;
  return end === octets.length ? octets : octets.slice(0, end);
}

/** Only what ASCII calls white, and NUL: an octet of some character beyond it is never white space. */
function isWhite(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0;
}
