import { shortened } from '../folded-text.ts';
import { authorPlaces } from './author-places.ts';
import { chosenDates } from './date-choice.ts';
import { mainItem } from './declared-dates.ts';
import { DateEvidence } from './date-evidence.ts';
import type { Heading } from './headings.ts';
import { type JsonLdItem, jsonLdItems } from './json-ld.ts';
import type { MetaTags } from './meta-tags.ts';
import { type AboutPage, type Metadata, METADATA_LIMITS } from './metadata.ts';
import type { MicrodataItem } from './microdata.ts';
import { pageAuthor } from './page-author.ts';
import type { PageDates } from './page-dates.ts';
import { declaredLanguage, pageLanguage } from './page-language.ts';
import { pageTitle } from './page-title.ts';
import type { TextSample } from './text-sample.ts';

/** What was gathered from a page. */
export interface Gathered {
  readonly html: string;
  /** What the root element says. */
  readonly language: string;
  readonly meta: MetaTags;
  /** Blocks as they are written. */
  readonly jsonLd: readonly string[];
  readonly microdata: readonly MicrodataItem[];
  readonly dates: PageDates;
  readonly title: string;
  readonly headings: readonly Heading[];
  /** Some of its text. */
  readonly sample: TextSample;
}

/** Makes sense of what was gathered. */
export function pageMetadata(gathered: Gathered, about: AboutPage): Metadata {
  const { meta, microdata, sample } = gathered;
  const { url, mainText = sample.toString() } = about;
  const jsonLd = jsonLdItems(gathered.jsonLd);
  const main = mainItem({ jsonLd, url });
  const siteName = siteNameOf(meta, jsonLd, main);
  const declared = languagesOf(gathered, main);
  const language = pageLanguage(declaredLanguage(declared), mainText);
  const title = titleOf(gathered, { main, siteName, url });
  const evidence = new DateEvidence(
    { ...gathered, url, jsonLd, title, fullTitle: gathered.title },
    { language: language.language, declared, url },
    about.nowMs,
  );
  const image = imageOf(meta, main, about);
  return {
    title,
    author: authorOf(gathered, main, siteName),
    siteName,
    description: shortened(
      meta.first('og:description', 'description', 'twitter:description', 'dc.description') ||
        (main?.description ?? ''),
      METADATA_LIMITS.descriptionCharacters,
    ),
    ...chosenDates(evidence),
    ...language,
    type: shortened(main?.type || meta.first('og:type') || (microdata[0]?.type ?? ''), 100),
    ...(image === undefined ? {} : { image }),
    jsonLd,
    openGraph: meta.openGraph(),
    microdata,
  };
}

function siteNameOf(
  meta: MetaTags,
  jsonLd: readonly JsonLdItem[],
  main: JsonLdItem | undefined,
): string {
  const site = jsonLd.find(({ type }) => type === 'WebSite');
  const said = [
    meta.first('og:site_name', 'application-name', 'apple-mobile-web-app-title'),
    ...[site?.name, main?.publisher, meta.first('dc.publisher', 'citation_journal_title')],
  ];
  return shortened(said.find((name) => name !== undefined && name !== '') ?? '', 200);
}

function languagesOf({ language, meta }: Gathered, main: JsonLdItem | undefined): string[] {
  const rest = ['content-language', 'dc.language', 'language', 'og:locale'];
  return [language, ...rest.map((name) => meta.first(name)), main?.language ?? ''];
}

function titleOf(
  { title, headings, meta }: Gathered,
  { main, siteName, url }: { main: JsonLdItem | undefined; siteName: string; url: string },
): string {
  const declared = [
    ...[meta.first('og:title'), main?.headline ?? '', meta.first('citation_title')],
    ...[meta.first('dc.title', 'dcterms.title'), meta.first('twitter:title')],
  ];
  const best = pageTitle({ title, headings, declared, siteName, url });
  return shortened(best, METADATA_LIMITS.textCharacters);
}

function authorOf(
  { html, headings, meta, microdata }: Gathered,
  main: JsonLdItem | undefined,
  siteName: string,
): string {
  const items = microdata.flatMap(({ within, properties }) => [
    (within === 'author' ? properties.name : properties.author) ?? '',
  ]);
  const declared = [
    main?.authors ?? [],
    ...['author', 'citation_author', 'parsely-author', 'sailthru.author'].map((name) =>
      meta.all(name),
    ),
    ...['article:author', 'dc.creator', 'dcterms.creator', 'byl'].map((name) => meta.all(name)),
    items.slice(0, 3),
  ];
  return pageAuthor({
    declared,
    shown: () => authorPlaces(html, headings.find(({ rank }) => rank === 1)?.at ?? 0),
    siteName,
  });
}

function imageOf(
  meta: MetaTags,
  main: JsonLdItem | undefined,
  about: AboutPage,
): string | undefined {
  const given =
    meta.first(
      'og:image:secure_url',
      'og:image',
      'og:image:url',
      'twitter:image',
      'twitter:image:src',
    ) ||
    (main?.image ?? '');
  if (given === '') return undefined;
  const url = URL.parse(given, about.base ?? about.url);
  const isUsable = url !== null && /^https?:$/.test(url.protocol);
  return isUsable && url.href.length <= METADATA_LIMITS.urlCharacters ? url.href : undefined;
}
