import type { XmlAttributes } from '../xml/xml-attributes.ts';
import type { Filled } from './feed-fields.ts';
import { cleanMarkup, escapeAttribute, escapeText } from './markup.ts';

/** How the content of an element is to be read: Atom's `type` and, in its older form, `mode`. */
type Form = 'text' | 'html' | 'xhtml' | 'base64';

/** Where an element opened, and what surrounds it. */
export interface CaptureStart {
  readonly filled: Filled;
  readonly depth: number;
  readonly attributes: XmlAttributes;
  readonly base: string;
  /** Whether plain text is the rule, as in Atom, and HTML has to be announced. */
  readonly plainByDefault: boolean;
  readonly maxCharacters: number;
}

const OUTER_DIV = /^\s*<div[^>]*>([^]*)<\/div>\s*$/;

/** The content of one element, with what is in it written out as markup again. */
export class FeedCapture {
  readonly start: CaptureStart;
  readonly #form: Form;
  #parts = '';
  /** Whether some of it was left out. */
  cut = false;

  constructor(start: CaptureStart) {
    this.start = start;
    this.#form = formOf(start.attributes, start.plainByDefault);
  }

  open(name: string, attributes: XmlAttributes): void {
    let tag = `<${localName(name)}`;
    for (const [key, value] of attributes) {
      if (!key.startsWith('xmlns')) tag += ` ${key}="${escapeAttribute(value)}"`;
    }
    this.#add(`${tag}>`);
  }

  text(text: string): void {
    this.#add(this.#form === 'xhtml' ? escapeText(text) : text);
  }

  close(name: string): void {
    this.#add(`</${localName(name)}>`);
  }

  value(): string {
    const text = this.#parts.trim();
    if (this.#form === 'text') return text;
    if (this.#form === 'base64') {
      return cleanMarkup(Buffer.from(text, 'base64').toString('utf8').trim(), this.start.base);
    }
    // RFC 4287, 3.1.1.3: the one element that holds it all is not part of it. Older forms have no such rule.
    const isWrapped = this.start.attributes.get('type')?.toLowerCase() === 'xhtml';
    const inner = isWrapped ? (OUTER_DIV.exec(text)?.[1] ?? text) : text;
    return cleanMarkup(inner.trim(), this.start.base);
  }

  #add(text: string): void {
    if (this.#parts.length + text.length <= this.start.maxCharacters) this.#parts += text;
    else this.cut = true;
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function formOf(attributes: XmlAttributes, plainByDefault: boolean): Form {
  const type = attributes.get('type')?.trim().toLowerCase();
  if (attributes.get('mode') === 'base64') return 'base64';
  if (type === undefined) return plainByDefault ? 'text' : 'html';
  if (type.includes('xhtml') || type.endsWith('+xml')) return 'xhtml';
  if (type.includes('html')) return 'html';
  const isText = !type.includes('/') || type.startsWith('text/') || type.endsWith('/xml');
  return isText ? 'text' : 'base64';
}
