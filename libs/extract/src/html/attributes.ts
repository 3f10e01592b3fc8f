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

/** Four numbers an attribute: where its name and its value begin and end. */
const NUMBERS = 4;

/**
 * The attributes of the tag that was read last. They are remembered by their places, and cut out of the page when somebody
 * asks for one: nobody asks for most.
 */
export class Attributes {
  readonly #html: string;
  readonly #places: number[] = [];
  #count = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /** Whether the tag has none. */
  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** The value of the first attribute of that name, which is in small letters; empty where it has none. */
  get(name: string): string | undefined {
    const places = this.#places;
    for (let at = 0; at < this.#count * NUMBERS; at += NUMBERS) {
      if (places[at + 1]! - places[at]! !== name.length) continue;
      const given = this.#html.slice(places[at], places[at + 1]);
      if (given !== name && given.toLowerCase() !== name) continue;
      const value = this.#html.slice(places[at + 2], places[at + 3]);
      return value.includes('&') ? decodeHTMLAttribute(value) : value;
    }
    return undefined;
  }

  /**
   * Reads from behind the name of a tag up to the `>` that ends it, and says where that is; -1 where the page ends first.
   * A quoted value is not looked at, only its end is looked for.
   */
  read(start: number, isWanted: boolean): number {
    const html = this.#html;
    this.#count = 0;
    let at = start;
    while (at < html.length) {
      const code = html.charCodeAt(at);
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
      if (html.charCodeAt(at) === EQUALS) {
        value = this.#spaceEnd(at + 1);
        const quote = html.charCodeAt(value);
        if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
          value += 1;
          valueEnd = html.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", value);
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
  }

  #spaceEnd(start: number): number {
    let at = start;
    while (isTagSpace(this.#html.charCodeAt(at))) at += 1;
    return at;
  }

  /** An equals sign that is the first letter belongs to the name. */
  #nameEnd(start: number): number {
    const html = this.#html;
    for (let at = start + 1; at < html.length; at += 1) {
      const code = html.charCodeAt(at);
      if (code === EQUALS || code === GREATER || code === SLASH || isTagSpace(code)) return at;
    }
    return html.length;
  }

  #unquotedEnd(start: number): number {
    const html = this.#html;
    for (let at = start; at < html.length; at += 1) {
      const code = html.charCodeAt(at);
      if (code === GREATER || isTagSpace(code)) return at;
    }
    return html.length;
  }
}
