import type * as Htmlparser2 from 'htmlparser2';
import { loadedLater } from '../loaded-later.ts';

const htmlparser2 = loadedLater<typeof Htmlparser2>('htmlparser2');

const URL_ATTRIBUTES = new Set([
  'href',
  'src',
  'cite',
  'action',
  'longdesc',
  'poster',
  'background',
]);
const LEFT_OUT = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'applet',
  'noscript',
  'form',
]);
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
const WELL_KNOWN_SCHEME = /^(?:https?|mailto|ftp|tel|data|magnet|news|irc|xmpp|urn|tag):/i;

/** Escapes what would be markup. */
export function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Escapes a value that stands in double quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
}

/** Absolute where it can be; one that is already, or that cannot be, stays as it is written. */
export function resolved(link: string, base: string): string {
  const trimmed = link.trim();
  if (/^[a-z][a-z\d+.-]*:/i.test(trimmed)) return trimmed;
  return URL.parse(trimmed, base)?.href ?? trimmed;
}

/** Deeper markup is left out, as what closes an element is looked for in all that are open. */
const MAX_DEPTH = 256;

/** HTML of a feed without scripts and handlers, its links absolute. Text without tags is left as it is. */
export function cleanMarkup(html: string, base: string): string {
  if (!/<[a-z/!]/i.test(html)) return html;
  const cleaner = new Cleaner(base);
  const { Parser } = htmlparser2();
  const parser = new Parser(cleaner, { decodeEntities: false, lowerCaseTags: true });
  // In pieces, so that what is too deep ends the reading soon.
  for (let at = 0; at < html.length && !cleaner.isTooDeep; at += PIECE_CHARACTERS) {
    parser.write(html.slice(at, at + PIECE_CHARACTERS));
  }
  parser.end();
  return cleaner.clean;
}

const PIECE_CHARACTERS = 4_096;

/** Hears HTML and writes it again. */
class Cleaner {
  readonly #base: string;
  #leftOut = 0;
  #depth = 0;
  clean = '';

  constructor(base: string) {
    this.#base = base;
  }

  get isTooDeep(): boolean {
    return this.#depth > MAX_DEPTH;
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (LEFT_OUT.has(name)) this.#leftOut += 1;
    if (this.#leftOut > 0 || this.isTooDeep) return;
    const end = VOID.has(name) ? ' />' : '>';
    this.clean += `<${name}${attributesOf(attributes, this.#base)}${end}`;
  }

  ontext(text: string): void {
    if (this.#leftOut === 0) this.clean += text;
  }

  onclosetag(name: string): void {
    if (this.#leftOut === 0 && !VOID.has(name) && !this.isTooDeep) this.clean += `</${name}>`;
    if (LEFT_OUT.has(name) && this.#leftOut > 0) this.#leftOut -= 1;
    this.#depth -= 1;
  }
}

function attributesOf(attributes: Readonly<Record<string, string>>, base: string): string {
  let text = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on') || name === 'style') continue;
    if (!URL_ATTRIBUTES.has(name)) text += ` ${name}="${value.replace(/"/g, '&quot;')}"`;
    else if (/^[a-z][a-z\d+.-]*:/i.test(value.trim()) && !WELL_KNOWN_SCHEME.test(value.trim()))
      continue;
    else text += ` ${name}="${resolved(value, base).replace(/"/g, '&quot;')}"`;
  }
  return text;
}
