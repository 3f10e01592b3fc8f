import { decodeHTML } from 'entities';
import { fold } from '../folded-text.ts';

/** `author`, `byline` and `autor` without their first letters: those are frequent, and where they stand is soon looked for. */
const WORDS = ['uthor', 'yline', 'utor'];
/** How two of them begin, so that a page is looked through once for both. */
const BEGIN = 'ut';
const NAMED =
  /\b(?:class|id|itemprop|property|rel)\s*=\s*(?:"[^"]{0,150}?|'[^']{0,150}?|)(?<![a-z])(?:author|byline|autor)(?!-?(?:avatar|bio|box|image|img|photo|desc|social|link-all))/i;
/** The name comes with the next text. */
const LEADS_ON = /(?:^|\s)(?:|by|von|par|por|di|da|door|af|av|autor|author|\W+|.*:)$/i;
const TAGS_AND_TEXT = /<[^<>]{0,2000}>|[^<]+/g;
const MAX_PLACES = 3;
const MAX_LOOKS = 100;
const CHARACTERS_BEFORE = 5_000;
const CHARACTERS_LOOKED_AT = 25_000;
const MAX_TAG_CHARACTERS = 1_000;

/** The first texts of elements that are named for the author, around the headline. */
export function authorPlaces(html: string, headlineAt: number): string[] {
  const from = Math.max(0, headlineAt - CHARACTERS_BEFORE);
  const part = html.slice(from, from + CHARACTERS_LOOKED_AT);
  const hasBegin = hasEither(part);
  for (const word of WORDS) {
    if (!hasBegin && word.startsWith(BEGIN)) continue;
    const places = placesNamed(part, word);
    if (places.length > 0) return places;
  }
  return [];
}

function hasEither(html: string): boolean {
  let at = html.indexOf(BEGIN);
  while (at !== -1 && !html.startsWith('hor', at + 2) && !html.startsWith('or', at + 2)) {
    at = html.indexOf(BEGIN, at + 2);
  }
  return at !== -1;
}

function placesNamed(html: string, word: string): string[] {
  const places: string[] = [];
  let at = html.indexOf(word);
  for (let looks = 0; at !== -1 && looks < MAX_LOOKS && places.length < MAX_PLACES; looks += 1) {
    const tag = html.lastIndexOf('<', at);
    const isNear = tag !== -1 && at - tag < MAX_TAG_CHARACTERS;
    const text = isNear && NAMED.test(html.slice(tag, at + 30)) ? textAfter(html, at) : '';
    if (text !== '') places.push(text);
    at = html.indexOf(word, at + word.length);
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
