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
  const behind = title.split(SEPARATORS).slice(1).map(plain);
  // The name of the site stands behind that of the article.
  const isOwn = ({ text }: Heading): boolean => !isSite(text) && !behind.includes(plain(text));
  const first = headings.filter(({ rank }) => rank === 1);
  const own = first.filter(isOwn);
  const best = bestOf(own, named);
  if (best !== undefined) return best;
  const lower = headings.filter(
    ({ rank, text }) => rank > 1 && text.includes(' ') && named.some((each) => each.includes(text)),
  );
  const longest = lower.filter(isOwn).sort((a, b) => b.text.length - a.text.length)[0];
  if (longest !== undefined) return longest.text;
  // A heading that stands alone is the page's, whatever its title says.
  return first.length === 1 && own.length === 1 ? own[0]!.text : '';
}

/** The heading that has most words in common with a title that names the page. */
function bestOf(headings: readonly Heading[], named: readonly string[]): string | undefined {
  if (headings.length === 0) return undefined;
  const titles = [...new Set(named)].map(wordSet);
  let best: { text: string; common: number } | undefined;
  for (const { text } of headings) {
    const words = wordSet(text);
    const common = Math.max(0, ...titles.map((title) => commonWords(words, title)));
    const isNamed = common > 0 && common >= SAME_SHARE * words.size;
    if (isNamed && common > (best?.common ?? 0)) best = { text, common };
  }
  return best?.text;
}

function commonWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const word of one) if (other.has(word)) count += 1;
  return count;
}

function siteTest({ siteName, url }: TitleEvidence): (text: string) => boolean {
  const site = plain(siteName);
  const host = (URL.parse(url)?.hostname ?? '').replace(/^www\./, '');
  const plainHost = ` ${plain(host)}`;
  const hostWords = plain(host.replace(/\.[^.]*$/, '')).replaceAll(' ', '');
  return (text) => {
    const words = plain(text);
    const joined = words.replaceAll(' ', '');
    if (joined === '') return true;
    if (site !== '' && words === site) return true;
    return hostWords.startsWith(joined) || plainHost.endsWith(` ${words}`);
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
