/** A MIME type as the MIME sniffing standard has it. */
export interface MimeType {
  readonly type: string;
  readonly subtype: string;
  /** By name in lower case; the first of a name counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
/** HTTP's quoted-string token code points. */
const QUOTABLE = /^[\t\x20-\x7e\x80-\xff]*$/;
const AROUND = /^[\t\n\r ]+|[\t\n\r ]+$/g;
const BEHIND = /[\t\n\r ]+$/;
/** More than any honest header has. */
const MAX_CHARACTERS = 8_192;

/** The standard's "parse a MIME type"; undefined where the text is none. */
export function parseMimeType(text: string): MimeType | undefined {
  const input = text.slice(0, MAX_CHARACTERS).replace(AROUND, '');
  const slash = input.indexOf('/');
  if (slash < 0) return undefined;
  const type = input.slice(0, slash);
  const semicolon = input.indexOf(';', slash);
  const subtype = input.slice(slash + 1, semicolon < 0 ? undefined : semicolon).replace(BEHIND, '');
  if (!TOKEN.test(type) || !TOKEN.test(subtype)) return undefined;
  return {
    type: type.toLowerCase(),
    subtype: subtype.toLowerCase(),
    parameters: semicolon < 0 ? new Map() : parametersOf(input, semicolon),
  };
}

function parametersOf(input: string, from: number): Map<string, string> {
  const parameters = new Map<string, string>();
  let at = from;
  while (at < input.length) {
    at += 1;
    while (at < input.length && '\t\n\r '.includes(input.charAt(at))) at += 1;
    const nameEnd = indexOfAny(input, ';=', at);
    const name = input.slice(at, nameEnd).toLowerCase();
    at = nameEnd;
    if (input.charAt(at) !== '=') continue;
    const { value, end } = valueAt(input, at + 1);
    at = end;
    if (value === undefined || !TOKEN.test(name) || !QUOTABLE.test(value)) continue;
    if (!parameters.has(name)) parameters.set(name, value);
  }
  return parameters;
}

/** A parameter's value, and where its semicolon stands. */
function valueAt(input: string, at: number): { value: string | undefined; end: number } {
  if (input.charAt(at) === '"') {
    const { value, end } = quotedString(input, at);
    return { value, end: indexOfAny(input, ';', end) };
  }
  const end = indexOfAny(input, ';', at);
  const value = input.slice(at, end).replace(BEHIND, '');
  return { value: value === '' ? undefined : value, end };
}

/** Fetch's "collect an HTTP quoted string": what it says, and the place behind its closing quote. */
export function quotedString(input: string, from: number): { value: string; end: number } {
  let value = '';
  let at = from + 1;
  for (;;) {
    const end = indexOfAny(input, '"\\', at);
    value += input.slice(at, end);
    if (end >= input.length) return { value, end };
    if (input.charAt(end) === '"') return { value, end: end + 1 };
    if (end + 1 >= input.length) return { value: `${value}\\`, end: end + 1 };
    value += input.charAt(end + 1);
    at = end + 2;
  }
}

/** The first place of one of some characters; the end where there is none. */
export function indexOfAny(input: string, characters: string, from: number): number {
  let at = from;
  while (at < input.length && !characters.includes(input.charAt(at))) at += 1;
  return at;
}

/** `type/subtype`. */
export function essenceOf({ type, subtype }: MimeType): string {
  return `${type}/${subtype}`;
}

/** The standard's "serialize a MIME type". */
export function serialiseMimeType(mime: MimeType): string {
  let text = essenceOf(mime);
  for (const [name, value] of mime.parameters) {
    const quoted = TOKEN.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
    text += `;${name}=${quoted}`;
  }
  return text;
}
