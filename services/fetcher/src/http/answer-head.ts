import { BadEncoding } from './decode-body.ts';

/** What came is no HTTP, or its framing cannot be believed. */
export class NotHttp extends Error {
  override readonly name = 'NotHttp';
}

/** The head of an answer, in the form in which a strict parser reads it. */
export interface AnswerHead {
  readonly status: number;
  readonly chunked: boolean;
  /** The head as it has to be; undefined where it is so already, as nearly all are. */
  readonly rewritten: string | undefined;
}

const TOKEN = String.raw`[!#$%&'*+\-.^_\`|~\w]+`;
/** A final answer as the standard has it. Nothing here can match in two ways, so it takes one pass. */
const STRICT = new RegExp(
  String.raw`^HTTP/1\.[01] [2-9]\d\d(?: [\t\x20-\x7e\x80-\xff]*)?\r\n(?:${TOKEN}:[\t\x20-\x7e\x80-\xff]*\r\n)*\r\n$`,
);
const FRAMING = /\n(content-length|transfer-encoding):([^\r]*)\r/gi;
const LENGTH = /^\d{1,15}$/;

/** Browsers let up to four bytes stand before the status line; some servers of streams call HTTP by another name. */
const STATUS_LINE =
  /^[^]{0,4}?(?:HTTP(?:\/(\d+)(?:\.(\d+))?)?|ICY)[ \t]+(\d{3})(?!\d)[ \t]*([^]*)$/i;
const BEGINNING = /^[^]{0,4}?(?:HTTP|ICY )/i;
/** So many bytes say whether it can be HTTP at all. */
export const BEGINNING_BYTES = 8;
const NAME = new RegExp(`^${TOKEN}$`);

/** Whether an answer that begins so can be HTTP. */
export function beginsLikeHttp(text: string): boolean {
  return BEGINNING.test(text);
}

/**
 * Judges a head, blank line included. One that keeps to the standard is left alone; one that does not, but that curl or
 * a browser would read, is written anew, with `connection: close`: where a server is careless once, the next answer on
 * its connection is not to be trusted. What they refuse too throws.
 */
export function readHead(text: string): AnswerHead {
  if (STRICT.test(text)) {
    const framing = strictFraming(text);
    if (framing !== undefined) {
      return { status: Number(text.slice(9, 12)), chunked: framing, rewritten: undefined };
    }
  }
  return rewrittenHead(text);
}

/** Whether it is chunked, where at most one header says how long the body is and says it plainly. */
function strictFraming(text: string): boolean | undefined {
  FRAMING.lastIndex = 0;
  const only = FRAMING.exec(text);
  if (only === null) return false;
  if (FRAMING.exec(text) !== null) return undefined;
  const [, name = '', written = ''] = only;
  const value = written.trim();
  if (name.length === 'content-length'.length) return LENGTH.test(value) ? false : undefined;
  return value.toLowerCase() === 'chunked' ? true : undefined;
}

type Header = [name: string, value: string];

function rewrittenHead(text: string): AnswerHead {
  // Both curl and browsers refuse it: what cuts a text short for one reader and not for the next is a weapon.
  if (text.includes('\0')) throw new NotHttp('a NUL in the headers');
  const [first = '', ...lines] = text.split('\n').map(withoutReturns);
  const [, major, minor, code = '', reason = ''] = STATUS_LINE.exec(first) ?? [];
  const status = Number(code);
  if (code === '' || status < 100) throw new NotHttp('no status line');
  // Those before the real answer have no body, and nothing that we need.
  if (status < 200) return { status, chunked: false, rewritten: '' };
  const headers = headersOf(lines);
  const { chunked, length } = framingOf(headers);
  const isOld =
    !chunked && (major === undefined || major === '0' || (major === '1' && minor === '0'));
  const kept = headers.filter(([name]) => !REPLACED.has(name.toLowerCase()));
  if (chunked) kept.push(['transfer-encoding', 'chunked']);
  else if (length !== undefined) kept.push(['content-length', length]);
  const all = [...kept, ['connection', 'close']].map(([name, value]) => `${name}: ${value}\r\n`);
  const line = `HTTP/1.${isOld ? 0 : 1} ${code} ${plain(reason)}`.trimEnd();
  return { status, chunked, rewritten: `${line}\r\n${all.join('')}\r\n` };
}

/** A line without the carriage returns at its end. No pattern does it: one would look again from each of them. */
function withoutReturns(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === '\r') end -= 1;
  return line.slice(0, end);
}

const REPLACED: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'content-length', 'transfer-encoding', 'upgrade'],
]);

/** Lines that go on with the one before are joined to it; lines that are no header are left out, as browsers do. */
function headersOf(lines: readonly string[]): Header[] {
  const headers: Header[] = [];
  for (const line of lines) {
    const last = headers.at(-1);
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (last !== undefined) last[1] += ` ${plain(line)}`;
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trimEnd();
    if (NAME.test(name)) headers.push([name, plain(line.slice(colon + 1))]);
  }
  return headers.map(([name, value]) => [name, value.trim()]);
}

/** Control characters, a carriage return on its own among them, stand for a space. */
function plain(text: string): string {
  return text.replaceAll(/[\x00-\x08\x0a-\x1f\x7f]/g, ' ').trim();
}

function framingOf(headers: readonly Header[]): { chunked: boolean; length?: string } {
  const of = (wanted: string): string[] =>
    headers
      .filter(([name]) => name.toLowerCase() === wanted)
      .flatMap(([, value]) => value.toLowerCase().split(','))
      .map((value) => value.trim());
  const codings = of('transfer-encoding').filter(
    (coding) => coding !== 'identity' && coding !== '',
  );
  if (codings.some((coding) => coding !== 'chunked')) {
    throw new BadEncoding('a transfer encoding that we did not ask for');
  }
  // Where both are there, chunks say where the body ends: so do curl and all browsers.
  if (codings.length > 0) return { chunked: true };
  const lengths = new Set(
    of('content-length')
      .filter((value) => value !== '')
      .map(lengthOf),
  );
  if (lengths.size > 1) throw new NotHttp('lengths that do not agree');
  const [length] = lengths;
  return length === undefined ? { chunked: false } : { chunked: false, length };
}

/** A number too large to be one is no length: then the body ends with the connection. */
function lengthOf(value: string): string | undefined {
  const [, digits] = /^\+?(\d+)(?:[ \t].*)?$/.exec(value) ?? [];
  if (digits === undefined) throw new NotHttp('a length that is no number');
  const plainly = digits.replace(/^0+(?=\d)/, '');
  return LENGTH.test(plainly) ? plainly : undefined;
}
