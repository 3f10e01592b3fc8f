import type { JsonLdItem } from './json-ld.ts';
import type { MicrodataItem } from './microdata.ts';
import type { PageDate } from './machine-date.ts';

/** What told a date, from the plainest to the vaguest. */
export type DateSource =
  'json-ld' | 'meta' | 'microdata' | 'time' | 'url' | 'label' | 'script' | 'text' | 'copyright';

/** A date of a page, and what told it. */
export interface DatedBy extends PageDate {
  readonly from: DateSource;
}

/** How the language was known: the page says it, its text shows it, or both. */
export type LanguageSource = 'declared' | 'detected' | 'both' | 'none';

/** What a page says of itself. Texts are empty where it says nothing. */
export interface Metadata {
  /** Of the article, without the name of the site. */
  readonly title: string;
  /** Names of persons, with `; ` between them. */
  readonly author: string;
  readonly siteName: string;
  readonly description: string;
  /** When it came out first. */
  readonly published?: DatedBy;
  /** When it was last changed, where it says so. */
  readonly modified?: DatedBy;
  /** The primary tag of BCP 47: `en`, `de`. */
  readonly language: string;
  readonly languageFrom: LanguageSource;
  /** What it is in the words of schema.org or Open Graph: `NewsArticle`, `article`, `product`. */
  readonly type: string;
  /** The address of the picture that stands for it. */
  readonly image?: string;
  readonly jsonLd: readonly JsonLdItem[];
  /** Properties such as `og:title` and `article:section`, each with its first value. */
  readonly openGraph: Readonly<Record<string, string>>;
  readonly microdata: readonly MicrodataItem[];
}

/** What is known of the page beside its markup. */
export interface AboutPage {
  readonly url: string;
  /** What its links are resolved against; the URL where this is not given. */
  readonly base?: string;
  /** Its main text, or some of it, by which its language is told. */
  readonly mainText?: string;
  /** Days after tomorrow are no dates of a page. Where it is not given, none is too late. */
  readonly nowMs?: number;
}

/** What is kept of one page's metadata at most. */
export const METADATA_LIMITS = {
  textCharacters: 500,
  descriptionCharacters: 2_000,
  urlCharacters: 2_000,
  metaTags: 500,
  /** Blocks of JSON-LD, the characters of one, and of all. */
  jsonLdBlocks: 50,
  jsonLdCharacters: 1_000_000,
  jsonLdNodes: 5_000,
  jsonLdDepth: 12,
  jsonLdItems: 100,
  microdataItems: 100,
  microdataProperties: 50,
  microdataDepth: 50,
  /** Places where dates stand that are remembered, and those nearest to the headline that are looked at. */
  datePlaces: 1_000,
  datesLookedAt: 60,
} as const;
