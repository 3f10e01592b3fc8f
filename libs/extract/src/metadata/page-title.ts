import type { Heading } from './headings.ts';

/** What may be the title of a page. */
export interface TitleEvidence {
  /** The title element. */
  readonly title: string;
  readonly headings: readonly Heading[];
  /** What structured data calls it, the plainest first; some are empty. */
  readonly declared: readonly string[];
  readonly siteName: string;
  readonly url: string;
}

const SEPARATORS =
  /\s+(?:[|•·»«›‹>~—–-]|::|\/\/)\s+|\s?[|»«]\s?|\s+:\s+|(?<=\p{Script=Han})[-_|](?=\p{Script=Han})/u;
/** A heading has so much of its words in a title that names the same. */
const SAME_SHARE = 0.6;
/** One of a lower rank must have this much. */
const SURE_SHARE = 0.95;

/**
 * The title of the article: the heading that the page's titles speak of, else what it declares, else its title element; each
 * without the name of the site.
 */
export function pageTitle(evidence: TitleEvidence): string {
  const isSite = siteTest(evidence);
  const named = [...evidence.declared, evidence.title].filter((text) => text !== '');
  const heading = headingNamed(evidence, named, isSite);
  if (heading !== '') return heading;
  for (const text of named) {
    const cut = withoutSite(text, isSite);
    if (cut !== '' && !isSite(cut)) return cut;
  }
  return named[0] ?? evidence.headings[0]?.text ?? '';
}

function headingNamed(
  { headings, title }: TitleEvidence,
  named: readonly string[],
  isSite: (text: string) => boolean,
): string {
  const own = headings.filter(({ text }) => !isSite(text) && !isSmallPart(text, title));
  const sets = [...new Set(named)].map(wordSet);
  const first = own.filter(({ rank }) => rank === 1);
  const best = bestOf(first, sets, SAME_SHARE) ?? bestOf(own, sets, SURE_SHARE);
  if (best !== undefined) return best;
  // A heading that stands alone is the page's, whatever its title says.
  const isAlone = headings.filter(({ rank }) => rank === 1).length === 1 && first.length === 1;
  return isAlone ? first[0]!.text : '';
}

/** The heading that has most words in common with a title that names the page. */
function bestOf(
  headings: readonly Heading[],
  titles: readonly ReadonlySet<string>[],
  minShare: number,
): string | undefined {
  let best: { text: string; common: number } | undefined;
  for (const { text, rank } of headings) {
    const words = wordSet(text);
    const common = Math.max(0, ...titles.map((title) => commonWords(words, title)));
    const isNamed = common > 0 && common >= minShare * words.size && (rank === 1 || common > 1);
    if (isNamed && common > (best?.common ?? 0)) best = { text, common };
  }
  return best?.text;
}

function commonWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}

/** The name of the site stands behind that of the article, in the last of the parts. */
function isSmallPart(heading: string, title: string): boolean {
  const parts = title
    .split(SEPARATORS)
    .map(plain)
    .filter((part) => part !== '');
  return parts.length > 1 && parts.lastIndexOf(plain(heading)) > 0;
}

function siteTest({ siteName, url }: TitleEvidence): (text: string) => boolean {
  const site = plain(siteName);
  const host = (URL.parse(url)?.hostname ?? '').replace(/^www\./, '');
  const hostWords = plain(host.replace(/\.[^.]*$/, '')).replaceAll(' ', '');
  return (text) => {
    const words = plain(text);
    const joined = words.replaceAll(' ', '');
    if (joined === '') return true;
    if (site !== '' && words === site) return true;
    return hostWords.startsWith(joined) || ` ${plain(host)}`.endsWith(` ${words}`);
  };
}

function withoutSite(text: string, isSite: (text: string) => boolean): string {
  const parts = text.split(SEPARATORS).filter((part) => plain(part) !== '');
  if (parts.length < 2) return text;
  const last = parts.at(-1)!;
  const first = parts[0]!;
  if (isSite(first)) return from(text, parts[1]!);
  if (isSite(last)) return upTo(text, last);
  // What comes last is mostly the site, unless the first is but a rubric.
  return words(first) >= 3 || words(first) >= words(last) ? upTo(text, last) : text;
}

function from(text: string, part: string): string {
  return text.slice(text.indexOf(part)).trim();
}

function upTo(text: string, part: string): string {
  const cut = text.slice(0, text.lastIndexOf(part));
  return cut.replace(/(?:\s|[|•·»«›‹>~—–:/_-])+$/u, '').trim();
}

function words(text: string): number {
  return text.split(/\s+/).length;
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(
    plain(text)
      .split(' ')
      .filter((word) => word !== ''),
  );
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
