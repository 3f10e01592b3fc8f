import { decodeHTML } from 'entities';
import { fold } from '../folded-text.ts';

const WORDS = /author|byline|autor/g;
const NAMED =
  /\b(?:class|id|itemprop|property|rel)\s*=\s*(?:"[^"]{0,150}?|'[^']{0,150}?|)(?<![a-z])(?:author|byline|autor)(?!-?(?:avatar|bio|box|image|img|photo|desc|social|link-all))/i;
/** The name comes with the next text. */
const LEADS_ON = /(?:^|\s)(?:|by|von|par|por|di|da|door|af|av|autor|author|\W+|.*:)$/i;
const TAGS_AND_TEXT = /<[^<>]{0,2000}>|[^<]+/g;
const MAX_PLACES = 5;
const MAX_LOOKS = 100;
const CHARACTERS_BEFORE = 5_000;
const CHARACTERS_LOOKED_AT = 40_000;
const MAX_TAG_CHARACTERS = 1_000;

/** The first texts of elements that are named for the author, in the order of the page, around its headline. */
export function authorPlaces(html: string, headlineAt: number): string[] {
  const from = Math.max(0, headlineAt - CHARACTERS_BEFORE);
  const part = html.slice(from, from + CHARACTERS_LOOKED_AT);
  const places: string[] = [];
  let looks = 0;
  for (const { index } of part.matchAll(WORDS)) {
    looks += 1;
    if (looks > MAX_LOOKS || places.length >= MAX_PLACES) break;
    const tag = part.lastIndexOf('<', index);
    if (tag === -1 || index - tag > MAX_TAG_CHARACTERS) continue;
    if (!NAMED.test(part.slice(tag, index + 30))) continue;
    const text = textAfter(part, index);
    if (text !== '') places.push(text);
  }
  return places;
}

/** The first text behind the tag that says more than `by`. */
function textAfter(html: string, at: number): string {
  const close = html.indexOf('>', at);
  if (close === -1 || close - at > MAX_TAG_CHARACTERS) return '';
  for (const [piece] of html.slice(close + 1, close + MAX_TAG_CHARACTERS).matchAll(TAGS_AND_TEXT)) {
    if (piece.startsWith('<')) continue;
    const text = fold(decodeHTML(piece.slice(0, 300)));
    if (!LEADS_ON.test(text)) return text;
  }
  return '';
}
