import { describe, expect, it } from '@jest/globals';
import { declaredLanguage, pageLanguage } from './page-language.ts';

const GERMAN =
  'Der Regen, der gestern auf die Hügel fiel, war nicht so stark, wie man gesagt hatte, und für die meisten Leute war er nach den heißen Wochen eine willkommene Abwechslung. Auch am Abend regnete es noch lange, und niemand beklagte sich darüber.';
const ENGLISH =
  'The rain that fell on the hills yesterday was not as heavy as they had said it would be, and for most of the people it was a welcome change from the heat of the last weeks. It rained until late in the evening, and nobody complained.';
const JAPANESE =
  '昨日の雨は予報ほど強くはなく、多くの人にとっては暑い数週間の後のうれしい変化でした。'.repeat(6);

describe('pageLanguage', () => {
  it.each([
    ['de', GERMAN, 'de', 'both'],
    ['ja', JAPANESE, 'ja', 'both'],
    ['', GERMAN, 'de', 'detected'],
    ['en', GERMAN, 'de', 'detected'],
    ['de', ENGLISH, 'en', 'detected'],
    ['en', 'Kurz und gut: nein.', 'en', 'declared'],
    ['la', GERMAN, 'la', 'declared'],
    ['fr', '', 'fr', 'declared'],
    ['', 'ok', '', 'none'],
    ['', '', '', 'none'],
  ])('said to be %j', (declared, text, language, languageFrom) => {
    expect(pageLanguage(declared, text)).toEqual({ language, languageFrom });
  });
});

describe('declaredLanguage', () => {
  it.each([
    [['en-GB'], 'en'],
    [['', 'DE_at'], 'de'],
    [['english', 'fr, en'], 'fr'],
    [['nb-NO'], 'no'],
    [['iw'], 'he'],
    [['x'], ''],
    [[], ''],
  ])('of %j is %j', (given, language) => {
    expect(declaredLanguage(given)).toBe(language);
  });
});
