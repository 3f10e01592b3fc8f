import { Attributes, isTagSpace } from './attributes.ts';
import { isVoid } from './element-rules.ts';
import { isRaw, rawEnd } from './raw-text.ts';

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
const GREATER = 0x3e;
const COMMENT_END = /--!?>/g;

/** Tags as pages mostly write them, so that no name need be made of letters again and again. */
const KNOWN_TAGS: ReadonlyMap<string, string> = new Map(
  (
    'a abbr address area article aside b base blockquote body br button canvas caption cite code col dd details div dl ' +
    'dt em fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 head header hr html i iframe img input label legend ' +
    'li link main meta nav noscript ol option p path picture pre q s script section select small source span strong style ' +
    'sub sup svg table tbody td template textarea tfoot th thead time title tr u ul use video'
  )
    .split(' ')
    .map((tag) => [tag, tag]),
);

/**
 * One pass over the markup of a page. It hops from one `<` to the next and makes no tree, so its time grows with the page
 * alone, however deep or broken that is. What is a tag, a comment or text is decided as the HTML standard has it; in a page
 * that is XML a slash before the end of a tag closes any element.
 */
export function scanHtml(html: string, sink: HtmlSink, isXml = false): void {
  const attributes = new Attributes(html);
  let text = 0;
  let from = 0;
  for (;;) {
    const at = html.indexOf('<', from);
    if (at === -1) break;
    const isClosing = html.charCodeAt(at + 1) === SLASH;
    const name = isClosing ? at + 2 : at + 1;
    if (!isLetter(html.charCodeAt(name))) {
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
    const nameEnd = tagNameEnd(html, name);
    const tag = tagOf(html, name, nameEnd);
    const end = attributes.read(nameEnd, !isClosing && sink.wantsAttributes(tag));
    // A tag that the page ends in the middle of is none.
    if (end === -1) return;
    from = text = end + 1;
    if (isClosing) {
      sink.close(tag);
      continue;
    }
    const hasSlash = html.charCodeAt(end - 1) === SLASH;
    sink.open(tag, attributes, hasSlash);
    if (isXml && hasSlash) {
      if (!isVoid(tag)) sink.close(tag);
      continue;
    }
    if (tag === 'plaintext') {
      sink.text(from, html.length, tag);
      return;
    }
    if (!isRaw(tag)) continue;
    const rawTextEnd = rawEnd(html, tag, from);
    const rawTextStart = from;
    from = text = rawTextEnd === -1 ? html.length : rawTextEnd;
    if (rawTextStart < from) sink.text(rawTextStart, from, tag);
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

function tagNameEnd(html: string, start: number): number {
  for (let at = start + 1; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === GREATER || code === SLASH || isTagSpace(code)) return at;
  }
  return html.length;
}

function tagOf(html: string, start: number, end: number): string {
  const written = html.slice(start, end);
  return KNOWN_TAGS.get(written) ?? written.toLowerCase();
}

function isLetter(code: number): boolean {
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x7a;
}
