import { readAttributes, type XmlAttributes } from './xml-attributes.ts';
import { declaredEntities, decodeReferences, MAX_REFERENCE_CHARACTERS } from './xml-entities.ts';

/** What a reader of XML hears. Names are in lower case and have their prefixes. */
export interface XmlEvents {
  open(name: string, attributes: XmlAttributes): void;
  text(text: string): void;
  close(name: string): void;
  /** The document ends in the middle: what is open is closed after this, and its last text may not be whole. */
  cut(): void;
}

/** Why the rest of a document was not read. */
export type XmlStop = 'depth' | 'token-size';

/** What one document may ask of the reader. */
export interface XmlLimits {
  readonly maxDepth: number;
  /** Characters of one tag or document type declaration. */
  readonly maxTokenCharacters: number;
}

/** How far up an end tag looks for what it ends. */
const MAX_UNCLOSED = 64;
const NAME_START = /[\p{L}_:]/u;
const TAG_NAME = /[^\s/>]+/y;

/**
 * Reads XML in pieces of any size, in one pass and in little memory, and forgives what people write:
 * bare ampersands, stray brackets, missing quotes and end tags, capital letters, an end in the middle.
 * It reads no DTD, expands no entity and fetches nothing.
 */
export class XmlReader {
  readonly #events: XmlEvents;
  readonly #limits: XmlLimits;
  readonly #open: string[] = [];
  #rest = '';
  /** What ends the comment, instruction or character data inside which the reader stands. */
  #until: '-->' | '?>' | ']]>' | undefined;
  #declared: ReadonlySet<string> | undefined;
  #started = false;
  /** Why reading ended early. */
  stopped: XmlStop | undefined;

  constructor(events: XmlEvents, limits: XmlLimits) {
    this.#events = events;
    this.#limits = limits;
  }

  /** Reads on; false where nothing more will be read. */
  write(piece: string): boolean {
    if (this.stopped !== undefined) return false;
    this.#scan(this.#rest === '' ? piece : this.#rest + piece, false);
    return this.stopped === undefined;
  }

  /** Reads what is left, and closes what is open. */
  end(): void {
    if (this.stopped === undefined) this.#scan(this.#rest, true);
    if (this.#open.length > 0) this.#events.cut();
    while (this.#open.length > 0) this.#events.close(this.#open.pop()!);
    this.#rest = '';
  }

  #scan(text: string, last: boolean): void {
    let at = 0;
    while (at < text.length && this.stopped === undefined) {
      const next =
        this.#until === undefined ? this.#step(text, at, last) : this.#pass(text, at, last);
      if (next === undefined) break;
      at = next;
    }
    this.#rest = at === 0 ? text : text.slice(at);
    if (this.#rest.length > this.#limits.maxTokenCharacters && !last) this.stopped ??= 'token-size';
  }

  /** Reads one thing, and says where the next begins; undefined where more is needed to tell. */
  #step(text: string, at: number, last: boolean): number | undefined {
    if (text.charCodeAt(at) !== 0x3c) return this.#text(text, at, last);
    switch (text.charAt(at + 1)) {
      case '':
        return last ? this.#stray(text, at) : undefined;
      case '/':
        return this.#endTag(text, at);
      case '?':
        this.#until = '?>';
        return at + 2;
      case '!':
        return this.#declaration(text, at, last);
      default:
        return isNameStart(text, at + 1) ? this.#tag(text, at, last) : this.#stray(text, at);
    }
  }

  #text(text: string, at: number, last: boolean): number | undefined {
    const bracket = text.indexOf('<', at);
    let end = bracket < 0 ? text.length : bracket;
    if (bracket < 0 && !last) {
      // A reference may be cut in two.
      const reference = text.lastIndexOf('&');
      const isOpen = reference >= at && !text.includes(';', reference);
      if (isOpen && end - reference < MAX_REFERENCE_CHARACTERS) end = reference;
    }
    if (end === at) return undefined;
    this.#say(decodeReferences(text.slice(at, end), this.#declared));
    return end;
  }

  #say(text: string): void {
    if (this.#open.length > 0) this.#events.text(text);
  }

  /** A bracket that begins nothing is text. */
  #stray(text: string, at: number): number {
    this.#say(text.charAt(at));
    return at + 1;
  }

  /** Passes over a comment or an instruction; character data is text. */
  #pass(text: string, at: number, last: boolean): number | undefined {
    const until = this.#until!;
    const found = text.indexOf(until, at);
    // The end itself may be cut in two.
    const end = found >= 0 ? found : last ? text.length : Math.max(at, text.length - 2);
    if (until === ']]>' && end > at) this.#say(text.slice(at, end));
    if (found < 0) return end > at ? end : undefined;
    this.#until = undefined;
    return found + until.length;
  }

  #declaration(text: string, at: number, last: boolean): number | undefined {
    if (text.startsWith('<!--', at)) {
      this.#until = '-->';
      return at + 4;
    }
    if (text.startsWith('<![CDATA[', at)) {
      this.#until = ']]>';
      return at + 9;
    }
    if (text.length - at < 9 && !last) return undefined;
    const end = this.#declarationEnd(text, at);
    if (end <= 0 || !this.#fits(end - at)) return undefined;
    if (!this.#started) this.#declared = declaredEntities(text.slice(at, end));
    return end;
  }

  /** A document type, which stands before all elements, may hold declarations of its own in brackets. */
  #declarationEnd(text: string, at: number): number {
    const end = text.indexOf('>', at) + 1;
    const bracket = this.#started ? -1 : text.indexOf('[', at);
    if (bracket < 0 || (end > 0 && end < bracket)) return end;
    const subset = /\]\s*>/g;
    subset.lastIndex = bracket;
    return subset.test(text) ? subset.lastIndex : 0;
  }

  #endTag(text: string, at: number): number | undefined {
    const end = text.indexOf('>', at);
    if (end < 0 || !this.#fits(end - at)) return undefined;
    const top = this.#open.at(-1);
    // By far the most often, and in little time.
    if (top !== undefined && end === at + 2 + top.length && text.startsWith(top, at + 2)) {
      this.#open.pop();
      this.#events.close(top);
      return end + 1;
    }
    const name = text
      .slice(at + 2, end)
      .trim()
      .toLowerCase();
    const open = this.#open;
    const least = Math.max(0, open.length - MAX_UNCLOSED);
    let ended = open.length - 1;
    while (ended >= least && open[ended] !== name) ended -= 1;
    // What ends nothing is left out; what ends more than one thing ends all of them.
    if (ended < least) return end + 1;
    while (open.length > ended + 1) this.#events.close(open.pop()!);
    open.pop();
    this.#events.close(name);
    return end + 1;
  }

  #tag(text: string, at: number, last: boolean): number | undefined {
    let end = tagEnd(text, at);
    // A quote that nothing closes was none.
    if (end < 0 && (last || text.length - at > this.#limits.maxTokenCharacters)) {
      end = text.indexOf('>', at);
    }
    if (end < 0 || !this.#fits(end - at)) return undefined;
    TAG_NAME.lastIndex = at + 1;
    const name = TAG_NAME.exec(text)![0];
    const rest = text.slice(at + 1 + name.length, end).trim();
    const isEmpty = text.charCodeAt(end - 1) === 0x2f;
    this.#started = true;
    this.#openTag(name.toLowerCase(), readAttributes(rest, this.#declared), isEmpty);
    return end + 1;
  }

  #openTag(name: string, attributes: XmlAttributes, isEmpty: boolean): void {
    if (this.#open.length >= this.#limits.maxDepth) {
      this.stopped = 'depth';
      return;
    }
    this.#open.push(name);
    this.#events.open(name, attributes);
    if (!isEmpty) return;
    this.#open.pop();
    this.#events.close(name);
  }

  #fits(characters: number): boolean {
    if (characters <= this.#limits.maxTokenCharacters) return true;
    this.stopped = 'token-size';
    return false;
  }
}

function isNameStart(text: string, at: number): boolean {
  const lower = text.charCodeAt(at) | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || NAME_START.test(text.charAt(at));
}

/** Where a tag ends: at the first bracket that stands in no quotes. */
function tagEnd(text: string, at: number): number {
  let end = text.indexOf('>', at);
  if (end < 0) return -1;
  let from = at;
  for (;;) {
    const quote = nextQuote(text, from, end);
    if (quote < 0) return end;
    const close = text.indexOf(text.charAt(quote), quote + 1);
    if (close < 0) return -1;
    from = close + 1;
    if (close > end) end = text.indexOf('>', from);
    if (end < 0) return -1;
  }
}

/** The first quote between two places. */
function nextQuote(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x27) return at;
  }
  return -1;
}
