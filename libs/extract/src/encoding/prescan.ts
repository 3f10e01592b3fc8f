import { encodingForLabel } from './encoding-labels.ts';

/** How far into a document its own words about its encoding are looked for before it is read (the standard's number). */
const PRESCAN_BYTES = 1_024;
/** How far a reader may come before a meta element that it meets changes its mind. */
const LATE_BYTES = 65_536;

const SPACES = '\t\n\f\r ';
const BEFORE_NAME = `${SPACES}/`;
const NAME_ENDS = `${SPACES}/>`;
const VALUE_ENDS = `${SPACES}>`;

/** What stands in an attribute's place. */
interface Attribute {
  readonly name: string;
  readonly value: string;
}

/**
 * The HTML standard's "prescan a byte stream to determine its encoding": what a document says of its
 * own encoding, in a meta element or else in an XML declaration.
 */
export function prescan(bytes: Uint8Array): string | undefined {
  const head = latin(bytes, PRESCAN_BYTES);
  if (head.startsWith('<\0?\0x\0')) return 'UTF-16LE';
  if (head.startsWith('\0<\0?\0x')) return 'UTF-16BE';
  return new Prescan(head).encoding() ?? xmlEncoding(head);
}

/**
 * The standard's "changing the encoding while parsing": a meta element that stands further down, where
 * it is one, and not words of a script.
 */
export function lateMeta(bytes: Uint8Array): string | undefined {
  if (bytes.length <= PRESCAN_BYTES) return undefined;
  const head = latin(bytes, LATE_BYTES);
  return /charset/i.test(head) ? new Prescan(head, RAW_TEXT).encoding() : undefined;
}

const RAW_TEXT = /^(?:script|style|textarea|title|xmp)$/;

function latin(bytes: Uint8Array, most: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, most)).toString(
    'latin1',
  );
}

/** The walk over the tags. Each byte is one character. */
class Prescan {
  readonly #head: string;
  /** Elements in which tags are no tags. */
  readonly #raw: RegExp | undefined;
  #at = 0;

  constructor(head: string, raw?: RegExp) {
    this.#head = head;
    this.#raw = raw;
  }

  encoding(): string | undefined {
    for (;;) {
      this.#at = this.#head.indexOf('<', this.#at);
      if (this.#at < 0) return undefined;
      const found = this.#tag();
      if (found !== undefined) return found;
      if (this.#at >= this.#head.length) return undefined;
    }
  }

  /** Reads what begins with `<` and stands behind it afterwards. */
  #tag(): string | undefined {
    const rest = this.#head.slice(this.#at, this.#at + 6);
    if (rest.startsWith('<!--')) this.#skipComment();
    else if (/^<meta[\t\n\f\r /]/i.test(rest)) {
      this.#at += 5;
      return this.#meta();
    } else if (/^<\/?[a-z]/i.test(rest)) this.#skipTag();
    else if (/^<[!/?]/.test(rest)) this.#skipTo('>', this.#at);
    else this.#at += 1;
    return undefined;
  }

  /** The two hyphens that begin a comment may end it too: `<!-->`. */
  #skipComment(): void {
    this.#skipTo('-->', this.#at + 2);
  }

  #skipTo(end: string, from: number): void {
    const at = this.#head.indexOf(end, from);
    this.#at = at < 0 ? this.#head.length : at + end.length;
  }

  #skipTag(): void {
    const begin = this.#at + 1;
    while (this.#at < this.#head.length && !VALUE_ENDS.includes(this.#here())) this.#at += 1;
    const name = this.#head.slice(begin, this.#at).toLowerCase();
    while (this.#attribute() !== undefined);
    if (this.#raw?.test(name) !== true) return;
    const end = new RegExp(`</${name}`, 'gi');
    end.lastIndex = this.#at;
    this.#at = end.exec(this.#head)?.index ?? this.#head.length;
  }

  #meta(): string | undefined {
    const seen = new Set<string>();
    let gotPragma = false;
    let needPragma: boolean | undefined;
    let charset: string | undefined;
    for (;;) {
      const attribute = this.#attribute();
      if (attribute === undefined) break;
      const { name, value } = attribute;
      if (seen.has(name)) continue;
      seen.add(name);
      if (name === 'http-equiv') gotPragma ||= value === 'content-type';
      else if (name === 'content') {
        const named = charset === undefined ? charsetInContent(value) : undefined;
        if (named !== undefined) [charset, needPragma] = [named, true];
      } else if (name === 'charset') [charset, needPragma] = [encodingForLabel(value), false];
    }
    if (needPragma === undefined || (needPragma && !gotPragma)) return undefined;
    return charset === undefined ? undefined : readable(charset);
  }

  #here(): string {
    return this.#head.charAt(this.#at);
  }

  /** The standard's "get an attribute"; undefined where the tag, or what is looked at, ends. */
  #attribute(): Attribute | undefined {
    while (this.#here() !== '' && BEFORE_NAME.includes(this.#here())) this.#at += 1;
    if (this.#here() === '' || this.#here() === '>') return undefined;
    const begin = this.#at;
    while (this.#here() !== '') {
      const here = this.#here();
      if (here === '=' && this.#at > begin) break;
      if (NAME_ENDS.includes(here)) break;
      this.#at += 1;
    }
    const name = this.#head.slice(begin, this.#at).toLowerCase();
    this.#skipSpaces();
    if (this.#here() !== '=') return { name, value: '' };
    this.#at += 1;
    this.#skipSpaces();
    const value = this.#value();
    return value === undefined ? undefined : { name, value: value.toLowerCase() };
  }

  #skipSpaces(): void {
    while (this.#here() !== '' && SPACES.includes(this.#here())) this.#at += 1;
  }

  #value(): string | undefined {
    const quote = this.#here();
    if (quote === '"' || quote === "'") {
      const begin = this.#at + 1;
      const end = this.#head.indexOf(quote, begin);
      this.#at = end < 0 ? this.#head.length : end + 1;
      return end < 0 ? undefined : this.#head.slice(begin, end);
    }
    const begin = this.#at;
    while (this.#here() !== '' && !VALUE_ENDS.includes(this.#here())) this.#at += 1;
    // A value that what is looked at cuts off may go on in another way.
    return this.#here() === '' ? undefined : this.#head.slice(begin, this.#at);
  }
}

/** The standard's "extracting a character encoding from a meta element". */
export function charsetInContent(content: string): string | undefined {
  const found =
    /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^"'\t\n\f\r ;][^\t\n\f\r ;]*))/i.exec(
      content,
    );
  const label = found?.[1] ?? found?.[2] ?? found?.[3];
  return label === undefined ? undefined : encodingForLabel(label);
}

const XML_DECLARATION = /^<\?xml([^>]*)>/;
const XML_ENCODING = /encoding[\0-\x20]*=[\0-\x20]*(?:"([^"\0-\x20]*)"|'([^'\0-\x20]*)')/;

/** The standard's "get an XML encoding". Feeds have space before their declaration more often than they should. */
function xmlEncoding(head: string): string | undefined {
  const inside = XML_DECLARATION.exec(head.trimStart())?.[1];
  const found = inside === undefined ? undefined : XML_ENCODING.exec(inside);
  const label = found?.[1] ?? found?.[2];
  const encoding = label === undefined ? undefined : encodingForLabel(label);
  return encoding === undefined ? undefined : readable(encoding);
}

/** Who can read these words in ASCII has no UTF-16 before him. */
function readable(encoding: string): string {
  if (encoding.startsWith('UTF-16')) return 'UTF-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}
