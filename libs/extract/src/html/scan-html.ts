import { Attributes, isTagSpace, NEAR } from './attributes.ts';
import { type ElementRule, ruleAt } from './element-rules.ts';
import { OpenDrawing } from './open-drawing.ts';
import { withCodes } from './page-codes.ts';
import { rawEnd } from './raw-text.ts';

/** Who is told what stands in a page, in its order. */
export interface HtmlSink {
  /** Whether `get` will be asked for attributes of this element. */
  wantsAttributes(tag: string): boolean;
  /** A slash before the end of a tag closes only what is drawn: elements of SVG and MathML. */
  open(tag: string, attributes: Attributes, hasSlash: boolean): void;
  close(tag: string): void;
  /** Text as it stands in the page, entities and all; within `tag` where that takes nothing for markup. */
  text(start: number, end: number, tag: string | undefined): void;
}

const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;
const COMMENT_END = /--!?>/g;

/** The same for whoever asks much of elements: what is known of each comes with it. */
export interface TagSink {
  wantsAttributes(rule: ElementRule): boolean;
  open(rule: ElementRule, attributes: Attributes, hasSlash: boolean): void;
  close(rule: ElementRule): void;
  text(start: number, end: number, tag: string | undefined): void;
}

/** One pass over the markup of a page, for whoever wants names of elements and no more. */
export function scanHtml(html: string, sink: HtmlSink, isXml = false): void {
  const tags: TagSink = {
    wantsAttributes: ({ name }) => sink.wantsAttributes(name),
    open: ({ name }, attributes, hasSlash) => sink.open(name, attributes, hasSlash),
    close: ({ name }) => sink.close(name),
    text: (start, end, tag) => sink.text(start, end, tag),
  };
  withCodes(html, (codes) => scanTags({ html, codes }, tags, isXml));
}

/** A page, and its characters as numbers (see `withCodes`). */
export interface PageToScan {
  readonly html: string;
  readonly codes: Uint16Array;
}

/**
 * One pass over the markup of a page. It hops from one `<` to the next and makes no tree, so its time grows with the page
 * alone, however deep or broken that is. What is a tag, a comment or text is decided as the HTML standard has it; in a page
 * that is XML, and in a drawing, a slash before the end of a tag closes any element. A drawing that is never closed ends where
 * the page goes on.
 */
export function scanTags({ html, codes }: PageToScan, sink: TagSink, isXml = false): void {
  const attributes = new Attributes(html, codes);
  let drawing: OpenDrawing | undefined;
  let text = 0;
  let from = 0;
  for (;;) {
    const at = nextMarkup(html, codes, from);
    if (at === -1) break;
    const isClosing = codes[at + 1] === SLASH;
    const name = isClosing ? at + 2 : at + 1;
    if (!isLetter(codes[name]!)) {
      const end = otherEnd(html, at);
      if (end === undefined) {
        from = at + 1;
        continue;
      }
      if (text < at) sink.text(text, at, undefined);
      from = text = end;
      continue;
    }
    if (text < at) sink.text(text, at, undefined);
    const nameEnd = tagNameEnd(codes, name, html.length);
    const rule = ruleAt(html, codes, name, nameEnd);
    const end = attributes.read(nameEnd, !isClosing && sink.wantsAttributes(rule));
    // A tag that the page ends in the middle of is none.
    if (end === -1) return;
    from = text = end + 1;
    if (drawing?.isLeftBy(rule, isClosing) === true) {
      for (let left = drawing.depth; left > 0; left -= 1) sink.close(drawing.rule);
      drawing = undefined;
    }
    if (isClosing) {
      if (drawing?.closed(rule) === true) drawing = undefined;
      sink.close(rule);
      continue;
    }
    const hasSlash = codes[end - 1] === SLASH;
    sink.open(rule, attributes, hasSlash);
    if (hasSlash && (isXml || (rule.isRaw && drawing !== undefined))) {
      if (!rule.isVoid) sink.close(rule);
      continue;
    }
    if (!hasSlash && drawing !== undefined) drawing.opened(rule);
    else if (!hasSlash && rule.isDrawing && !isXml) drawing = new OpenDrawing(rule);
    if (rule.name === 'plaintext') {
      sink.text(from, html.length, rule.name);
      return;
    }
    if (!rule.isRaw) continue;
    const rawTextEnd = rawEnd(html, rule.name, from);
    const rawTextStart = from;
    from = text = rawTextEnd === -1 ? html.length : rawTextEnd;
    if (rawTextStart < from) sink.text(rawTextStart, from, rule.name);
  }
  if (text < html.length) sink.text(text, html.length, undefined);
}

/** Where a comment, a declaration or what is taken for a comment ends; undefined where the `<` is text. */
function otherEnd(html: string, at: number): number | undefined {
  const next = html[at + 1];
  if (next === '!' && html.startsWith('--', at + 2)) return commentEnd(html, at + 4);
  // `</>` is nothing at all, and what else follows a slash is taken for a comment.
  if (next !== '!' && next !== '?' && (next !== '/' || at + 2 >= html.length)) return undefined;
  const end = html.indexOf('>', at + 2);
  return end === -1 ? html.length : end + 1;
}

function commentEnd(html: string, start: number): number {
  if (html.charCodeAt(start) === GREATER) return start + 1;
  if (html.startsWith('->', start)) return start + 2;
  COMMENT_END.lastIndex = start;
  return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length;
}

function tagNameEnd(codes: Uint16Array, start: number, length: number): number {
  for (let at = start + 1; at < length; at += 1) {
    const code = codes[at]!;
    if (code === GREATER || code === SLASH || isTagSpace(code)) return at;
  }
  return length;
}

/** Where the next `<` stands; -1 where none does. Most are near. */
function nextMarkup(html: string, codes: Uint16Array, from: number): number {
  const near = Math.min(html.length, from + NEAR);
  for (let at = from; at < near; at += 1) if (codes[at] === LESS) return at;
  return html.indexOf('<', near);
}

function isLetter(code: number): boolean {
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x7a;
}
