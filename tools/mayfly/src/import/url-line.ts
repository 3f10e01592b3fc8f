/** A URL as one line says it. */
export interface UrlLine {
  readonly url: string;
  readonly priority?: number | undefined;
  readonly depth: number;
  readonly group: string;
}

const LONGEST_URL = 8_192;
const LONGEST_GROUP_BYTES = 200;
const MOST_DEPTH = 4_294_967_295;

/** Reads one line: a URL, or an object with one. Undefined for an empty line; a text says what is wrong with it. */
export function readUrlLine(line: string | undefined): UrlLine | string | undefined {
  if (line === undefined) return 'longer than any line may be';
  const text = line.trim();
  if (text === '') return undefined;
  if (!text.startsWith('{')) return checked({ url: text, depth: 0, group: '' });
  const object = objectOf(text);
  if (object === undefined) return 'not JSON';
  const { url, priority, depth = 0, group = '' } = object;
  if (typeof url !== 'string') return 'url: must be a text';
  if (priority !== undefined && !Number.isFinite(priority)) return 'priority: must be a number';
  const isDepth = Number.isInteger(depth) && Number(depth) >= 0 && Number(depth) <= MOST_DEPTH;
  if (!isDepth) return 'depth: must be a whole number from 0 up';
  if (typeof group !== 'string') return 'group: must be a text';
  return checked({ url, priority: priority as number | undefined, depth: depth as number, group });
}

function checked(line: UrlLine): UrlLine | string {
  const { url, group } = line;
  if (url === '') return 'url: is missing';
  if (url.length > LONGEST_URL) return `url: longer than ${LONGEST_URL} characters`;
  if (!url.isWellFormed()) return 'url: holds half a surrogate pair';
  if (!group.isWellFormed()) return 'group: holds half a surrogate pair';
  const isShort = Buffer.byteLength(group) <= LONGEST_GROUP_BYTES;
  return isShort ? line : `group: longer than ${LONGEST_GROUP_BYTES} bytes`;
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
