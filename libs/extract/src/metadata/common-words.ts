import { KIND, KINDS } from '../html/character-kinds.ts';

/** Small words that are frequent in one language and are no words of the others here. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'the of and to that with for from this which have has been were are is they their you your it its by as at be',
  de: 'der das und ist nicht mit ein eine einen einer auch auf für von dem den des sich wir ich sind wird werden oder bei zum zur',
  fr: 'le les des est une dans pour et du qui sur avec au aux par pas plus nous vous cette ces sont ont ne il elle',
  es: 'el los las del una por con para como más pero sus este esta ha fue son está también lo al y',
  it: 'il di che gli della delle dei del per sono è non una con nel nella alla anche più questo questa ha si ma',
  pt: 'os uma com não para do da dos das em no na ao pelo pela mais são está também foi um ou',
  nl: 'het een van en dat niet voor met zijn aan ook maar door bij naar worden wordt deze werd hebben heeft uit',
  pl: 'się nie jest na że z do w to jak przez oraz dla przy tym był jego tak które który',
  ru: 'и в не на что с по как это из для от его так за к но они был все',
  uk: 'і в не на що з до як це та для від його за але або про є під',
  sv: 'och att det som är på för av med inte den till har om ett han var vi jag men från',
  tr: 've bir bu için ile da de çok olarak daha gibi olan en kadar sonra ne ama',
  fi: 'ja on ei että se oli hän mutta myös joka kun ovat sen jos tai niin vain',
  cs: 'a se na je že v to s z do pro jako za které který jsou ale jsem jeho',
  hu: 'a az és hogy nem is egy ez van meg volt csak már még mint de ha',
  ro: 'și să nu este pe cu care din mai la un în pentru sunt fost sau',
  id: 'yang dan di untuk dengan ini dari tidak pada itu dalam adalah akan ke oleh juga',
};
/** Languages that their letters tell. */
const LETTERS: Readonly<Record<string, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]{2}/u,
  ko: /\p{Script=Hangul}{2}/u,
  el: /\p{Script=Greek}{3}/u,
  he: /\p{Script=Hebrew}{3}/u,
  th: /\p{Script=Thai}{3}/u,
};
const SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(' '))]),
);
/** A little is enough for most texts; one that stays in doubt is looked at for longer, which still costs less than detection. */
const SAMPLES = [400, 1_500];
/** A text in the language has about three in ten, one in another hardly any. */
const SURE_SHARE = 0.15;
const FEWEST_WORDS = 20;

/**
 * Whether a text is plainly in the language. It costs a hundredth of what detection does, and most pages say what they are
 * written in; where the answer is no, nothing is known yet.
 */
export function isPlainly(language: string, text: string): boolean {
  if (Object.hasOwn(LETTERS, language)) return LETTERS[language]!.test(text.slice(0, SAMPLES[0]));
  const common = SETS.get(language);
  if (common === undefined) return false;
  return SAMPLES.some((characters) => hasMany(common, text.slice(0, characters)));
}

function hasMany(common: ReadonlySet<string>, sample: string): boolean {
  const text = sample.toLowerCase();
  let words = 0;
  let found = 0;
  for (let start = 0, at = 0; at <= text.length; at += 1) {
    if (at < text.length && !isBetweenWords(text.charCodeAt(at))) continue;
    words += 1;
    if (common.has(text.slice(start, at))) found += 1;
    while (at + 1 < text.length && isBetweenWords(text.charCodeAt(at + 1))) at += 1;
    start = at + 1;
  }
  return words >= FEWEST_WORDS && found / words >= SURE_SHARE;
}

/** One for each character that stands between words: white space and some signs. */
const BETWEEN = KINDS.map((kind) => ((kind & (KIND.space | KIND.otherSpace)) === 0 ? 0 : 1));
for (const sign of ',.;:!?"()') BETWEEN[sign.charCodeAt(0)] = 1;

function isBetweenWords(code: number): boolean {
  return BETWEEN[code] === 1;
}
