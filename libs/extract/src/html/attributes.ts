import { decodeHTMLAttribute } from 'entities';

const TAB = 0x09;
const LINE_FEED = 0x0a;
const FORM_FEED = 0x0c;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;

/** White space between the words of a tag. */
export function isTagSpace(code: number): boolean {
  return (
    code === SPACE ||
    code === LINE_FEED ||
    code === TAB ||
    code === CARRIAGE_RETURN ||
    code === FORM_FEED
  );
}

function isSame(written: number, small: number): boolean {
  return written === small || (written >= 0x41 && written <= 0x5a && written + 0x20 === small);
}

/** Four numbers an attribute: where its name and its value begin and end. */
const NUMBERS = 4;

/** So far a loop is quicker than a search, which takes longer to begin. */
export const NEAR = 48;

/**
 * The attributes of the tag that was read last. They are remembered by their places, and cut out of the page when somebody
 * asks for one: nobody asks for most.
 */
export class Attributes {
  readonly #html: string;
  readonly #codes: Uint16Array;
  readonly #places: number[] = [];
  /** A bit for each letter that some name begins with: most that is asked for is not there. */
  #letters = 0;
  #count = 0;

  /** A page, and its characters as numbers (see `withCodes`). */
  constructor(html: string, codes: Uint16Array) {
    this.#html = html;
    this.#codes = codes;
  }

  /** Whether the tag has none. */
  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /**
   * A number for the value of the first attribute of that name, the same for the same value and hardly ever for two: for
   * whoever has seen most values before and need not cut them out again. Undefined where there is none.
   */
  hashOf(name: string): number | undefined {
    const at = this.#find(name);
    if (at < 0) return undefined;
    const end = this.#places[at + 3]!;
    let one = 0x811c_9dc5;
    let other = 5_381;
    for (let place = this.#places[at + 2]!; place < end; place += 1) {
      const code = this.#codes[place]!;
      one = Math.imul(one ^ code, 0x0100_0193);
      other = (Math.imul(other, 33) + code) | 0;
    }
    return (one >>> 0) * 0x20_0000 + (other & 0x1f_ffff);
  }

  /** The value of the first attribute of that name, which is in small letters; empty where it has none. */
  get(name: string): string | undefined {
    const at = this.#find(name);
    if (at < 0) return undefined;
    const value = this.#html.slice(this.#places[at + 2], this.#places[at + 3]);
    return value.includes('&') ? decodeHTMLAttribute(value) : value;
  }

  #find(name: string): number {
    if ((this.#letters & (1 << (name.charCodeAt(0) & 31))) === 0) return -1;
    const codes = this.#codes;
    const places = this.#places;
    for (let at = 0; at < this.#count * NUMBERS; at += NUMBERS) {
      const start = places[at]!;
      if (places[at + 1]! - start !== name.length) continue;
      let same = 0;
      // Letters of the markup in any case; the name that is asked for is in small ones.
      while (same < name.length && isSame(codes[start + same]!, name.charCodeAt(same))) same += 1;
      if (same === name.length) return at;
    }
    return -1;
  }

  /**
   * Reads from behind the name of a tag up to the `>` that ends it, and says where that is; -1 where the page ends first.
   * A quoted value is not looked at, only its end is looked for.
   */
  read(start: number, isWanted: boolean): number {
    const codes = this.#codes;
    const { length } = this.#html;
    this.#count = 0;
    this.#letters = 0;
    let at = start;
    while (at < length) {
      const code = codes[at]!;
      if (code === GREATER) return at;
      if (code === SLASH || isTagSpace(code)) {
        at += 1;
        continue;
      }
      const name = at;
      const nameEnd = this.#nameEnd(at);
      at = this.#spaceEnd(nameEnd);
      let value = nameEnd;
      let valueEnd = nameEnd;
      if (codes[at] === EQUALS) {
        value = this.#spaceEnd(at + 1);
        const quote = codes[value]!;
        if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
          value += 1;
          valueEnd = this.#quotedEnd(value, quote);
          if (valueEnd === -1) return -1;
          at = valueEnd + 1;
        } else {
          valueEnd = this.#unquotedEnd(value);
          at = valueEnd;
        }
      }
      if (isWanted) this.#remember(name, nameEnd, value, valueEnd);
    }
    return -1;
  }

  #remember(name: number, nameEnd: number, value: number, valueEnd: number): void {
    const at = this.#count * NUMBERS;
    this.#places[at] = name;
    this.#places[at + 1] = nameEnd;
    this.#places[at + 2] = value;
    this.#places[at + 3] = valueEnd;
    this.#count += 1;
    this.#letters |= 1 << (this.#codes[name]! & 31);
  }

  /** The zero behind the last character is no space. */
  #spaceEnd(start: number): number {
    let at = start;
    while (isTagSpace(this.#codes[at]!)) at += 1;
    return at;
  }

  /** An equals sign that is the first letter belongs to the name. */
  #nameEnd(start: number): number {
    const codes = this.#codes;
    const { length } = this.#html;
    for (let at = start + 1; at < length; at += 1) {
      const code = codes[at]!;
      if (code === EQUALS || code === GREATER || code === SLASH || isTagSpace(code)) return at;
    }
    return length;
  }

  /** Where a quotation mark ends a value; -1 where none does. Few values are long. */
  #quotedEnd(start: number, quote: number): number {
    const codes = this.#codes;
    const near = Math.min(this.#html.length, start + NEAR);
    for (let at = start; at < near; at += 1) if (codes[at] === quote) return at;
    return this.#html.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", near);
  }

  #unquotedEnd(start: number): number {
    const codes = this.#codes;
    const { length } = this.#html;
    for (let at = start; at < length; at += 1) {
      const code = codes[at]!;
      if (code === GREATER || isTagSpace(code)) return at;
    }
    return length;
  }
}
