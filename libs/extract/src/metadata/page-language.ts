import { isPlainly } from './common-words.ts';
import { detectLanguage, isDetectable } from './language-detector.ts';
import type { LanguageSource } from './metadata.ts';

/** A language and how it was known. */
export interface PageLanguage {
  readonly language: string;
  readonly languageFrom: LanguageSource;
}

const PRIMARY = /^\s*([a-z]{2,3})(?:$|[-_\s,;])/i;
/** Old codes, and languages that go under the code of a larger one. */
const SAME: Readonly<Record<string, string>> = {
  ...{ iw: 'he', in: 'id', ji: 'yi', nb: 'no', nn: 'no', fil: 'tl', mo: 'ro' },
};
/** Languages too near to each other for a short text: what the page says of itself is believed. */
const NEAR = [
  ['no', 'da', 'sv'],
  ['hr', 'sr', 'bs', 'sl'],
  ['id', 'ms'],
  ['pt', 'gl', 'es', 'ca'],
  ['cs', 'sk'],
  ['ru', 'uk', 'bg', 'be', 'mk'],
  ['hi', 'mr', 'ne'],
  ['ar', 'fa', 'ur'],
  ['nl', 'af'],
];
/** Shorter texts tell too little to overrule what the page says. */
const ENOUGH_CHARACTERS = 200;
const MAX_CHARACTERS = 1_500;

/** The primary tag of the first of these that is one. */
export function declaredLanguage(given: readonly string[]): string {
  for (const tag of given) {
    const primary = PRIMARY.exec(tag)?.[1]?.toLowerCase();
    if (primary !== undefined) return Object.hasOwn(SAME, primary) ? SAME[primary]! : primary;
  }
  return '';
}

/**
 * What a page is written in. Many templates say `en` of pages in any language, so a text that is long enough overrules
 * what the page declares, unless the detector cannot know that language or mixes the two up.
 */
export function pageLanguage(declared: string, sample: string): PageLanguage {
  const text = sample.slice(0, MAX_CHARACTERS).trim();
  if (declared !== '' && isPlainly(declared, text)) {
    return { language: declared, languageFrom: 'both' };
  }
  const { language, isSure } = text.length < 20 ? UNKNOWN : detectLanguage(text);
  if (declared === '') {
    return language === '' || !(isSure || text.length >= ENOUGH_CHARACTERS)
      ? { language: '', languageFrom: 'none' }
      : { language, languageFrom: 'detected' };
  }
  if (language === declared) return { language, languageFrom: 'both' };
  const canOverrule =
    isSure &&
    text.length >= ENOUGH_CHARACTERS &&
    isDetectable(declared) &&
    !areNear(language, declared);
  return canOverrule
    ? { language, languageFrom: 'detected' }
    : { language: declared, languageFrom: 'declared' };
}

const UNKNOWN = { language: '', isSure: false };

function areNear(one: string, other: string): boolean {
  return NEAR.some((group) => group.includes(one) && group.includes(other));
}
