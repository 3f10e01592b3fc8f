import type { DatedPage, DateEvidence } from './date-evidence.ts';
import { machineDate } from './machine-date.ts';
import type { DatedBy, DateSource } from './metadata.ts';
import type { JsonLdItem } from './json-ld.ts';

/** Names of meta elements that mean the day of publication, the plainest first. */
const PUBLISHED_NAMES = [
  ...['article:published_time', 'og:article:published_time', 'og:published_time'],
  ...['datepublished', 'article:published', 'og:pubdate', 'pubdate', 'publishdate', 'publish_date'],
  ...['published_time', 'published-date', 'publication_date', 'publicationdate', 'publish-date'],
  ...['article:publicationdate', 'article:post_date', 'article.published', 'article_date_original'],
  ...[
    'parsely-pub-date',
    'sailthru.date',
    'cxenseparse:recs:publishtime',
    'cxenseparse:publishtime',
  ],
  ...['originalpublicationdate', 'dc.date.issued', 'dcterms.issued', 'dc.date.published'],
  ...['dcterms.date', 'dcterms.created', 'dc.date.created', 'rnews:datepublished', 'ptime'],
  ...['citation_online_date', 'citation_publication_date', 'citation_date', 'bt:pubdate'],
  ...['prism.publicationdate', 'shareaholic:article_published_time', 'sdate', 'displaydate'],
  ...[
    'video:release_date',
    'og:release_date',
    'created',
    'datecreated',
    'date_created',
    'date_published',
  ],
  ...['pub_date', 'vr:published_time', 'twt-published-at', 'gentime', 'article:create_at'],
];
const PUBLISHED_WORD =
  /(?:^|[^a-z])publi(?:sh|shed|cation)(?![a-z])|publish(?:ed)?[_-]?(?:on|at|date|time)$/;
/** Names that mean the day of whatever the page's makers had in mind. */
const GENERAL_NAMES = [
  'date',
  'dc.date',
  'article:date',
  'dc:date',
  'doc_date',
  'timestamp',
  'release_date',
];
const MODIFIED_NAMES = [
  ...['article:modified_time', 'og:updated_time', 'datemodified', 'article:modified'],
  ...[
    'dcterms.modified',
    'dc.date.modified',
    'lastmod',
    'last-modified',
    'last_modified',
    'revised',
  ],
  ...['lastmodified', 'article:updated_time', 'modified_time', 'updated_time', 'sailthru.updated'],
];
/** A meta element that holds a record of names and values. */
const RECORD_NAME = 'parsely-page';
const IN_RECORD = /"pub_?date"\s*:\s*"([^"]{8,40})"/i;
const inRecord = (record: string): string[] => IN_RECORD.exec(record)?.slice(1) ?? [];
const ARTICLES =
  /article|posting|report|review|blog$|recipe|column|opinion|creativework|episode|claim/i;
const PAGES = /page|video|audio|photo|image|podcast|product|course|book|^$/i;

export type Dated = DatedBy | undefined;

/** A date, where it is one and not too late. */
export function dated(evidence: DateEvidence, written: string, from: DateSource): Dated {
  if (written === '') return undefined;
  const found = machineDate(written, evidence.order);
  return found !== undefined && evidence.isPast(found.day) ? { ...found, from } : undefined;
}

function inMeta(evidence: DateEvidence, names: readonly string[]): Dated {
  for (const name of names) {
    const found = firstDated(evidence, evidence.page.meta.all(name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstDated(evidence: DateEvidence, values: readonly string[]): Dated {
  for (const value of values) {
    const found = dated(evidence, value, 'meta');
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names that are known, else any that speaks of publishing and has a date. */
export const metaPublished = (evidence: DateEvidence): Dated =>
  inMeta(evidence, PUBLISHED_NAMES) ??
  firstDated(evidence, evidence.page.meta.matching(PUBLISHED_WORD)) ??
  firstDated(evidence, evidence.page.meta.all(RECORD_NAME).flatMap(inRecord));
export const metaGeneral = (evidence: DateEvidence): Dated => inMeta(evidence, GENERAL_NAMES);
export const metaModified = (evidence: DateEvidence): Dated => inMeta(evidence, MODIFIED_NAMES);

/** The thing of JSON-LD that the page is: an article before anything else, and before that one with its address. */
export function mainItem({
  jsonLd,
  url,
}: Pick<DatedPage, 'jsonLd' | 'url'>): JsonLdItem | undefined {
  if (jsonLd.length === 0) return undefined;
  const path = pathOf(url);
  const rank = (item: JsonLdItem): number => {
    const kind = ARTICLES.test(item.type) ? 4 : PAGES.test(item.type) ? 2 : 0;
    const hasAddress = path !== '/' && [item.url, item.id].some((each) => pathOf(each) === path);
    return kind === 0 ? 0 : kind + (hasAddress ? 1 : 0) + (item.published === '' ? 0 : 0.5);
  };
  const ranked = jsonLd.map((item) => ({ item, rank: rank(item) })).filter((one) => one.rank > 0);
  return ranked.sort((a, b) => b.rank - a.rank)[0]?.item;
}

function pathOf(url: string): string {
  return (URL.parse(url)?.pathname ?? '').replace(/\/+$/, '') || '/';
}

export function jsonLdPublished(evidence: DateEvidence): Dated {
  return inItems(evidence, (item) => item.published);
}

export function jsonLdModified(evidence: DateEvidence): Dated {
  return inItems(evidence, (item) => item.modified);
}

function inItems(evidence: DateEvidence, dateOf: (item: JsonLdItem) => string): Dated {
  const main = mainItem(evidence.page);
  const rest = [ARTICLES, PAGES].flatMap((kind) =>
    evidence.page.jsonLd.filter((item) => kind.test(item.type)),
  );
  for (const item of [...(main === undefined ? [] : [main]), ...rest]) {
    const found = dated(evidence, dateOf(item), 'json-ld');
    if (found !== undefined) return found;
  }
  return undefined;
}

export function microdataPublished(evidence: DateEvidence): Dated {
  return inMicrodata(evidence, ['datepublished', 'uploaddate', 'datecreated']);
}

export function microdataModified(evidence: DateEvidence): Dated {
  return inMicrodata(evidence, ['datemodified']);
}

function inMicrodata(evidence: DateEvidence, names: readonly string[]): Dated {
  const items = evidence.page.microdata.filter(
    ({ type, within }) => within === undefined || ARTICLES.test(type),
  );
  for (const kind of [ARTICLES, PAGES]) {
    for (const { properties } of items.filter((item) => kind.test(item.type))) {
      for (const name of names) {
        const found = dated(evidence, properties[name] ?? '', 'microdata');
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}
