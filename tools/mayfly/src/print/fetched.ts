import { Outcome } from '@mayfly/contracts/crawl/v1';
import {
  type DocumentFacts,
  DocumentKind,
  type Link,
  LinkKind,
  LinkRegion,
  LinkRel,
  type PageDate,
  type PageMetadata,
  PageNotice,
  SignalPlace,
} from '@mayfly/contracts/events/v1';
import type { FetchResponse } from '@mayfly/contracts/fetcher/v1';
import { durationMs } from '@mayfly/grpc';
import { counted } from './counted.ts';
import { waterfall } from './waterfall.ts';
import { shownBytes, shownMs, shownWords, table, wordOf } from './words.ts';

const SOME_LINES = 30;
const SOME_LINKS = 25;
const LONGEST_CELL = 70;
/** What the fetcher sends of a text at most. */
const LONGEST_SENT = 300_000;

/** Everything that was read of a page, for a person: what is long is cut unless all is asked for. */
export function shownFetch(
  end: FetchResponse,
  { all, check = false }: { readonly all: boolean; readonly check?: boolean },
): string {
  const { facts, robots, headers, mainText } = end;
  const parts = [
    outcomeLines(end, check),
    part('Where the time went', end.times === undefined ? '' : waterfall(end.times)),
    part('robots.txt', robots === undefined ? 'no rules were read' : robotsLine(robots)),
    part('Headers', rows(headers.map(({ name, value }) => [name, value]))),
    part('The document', facts === undefined ? '' : pageLines(facts, end.title)),
    part('What it asks', facts === undefined ? '' : wishLines(facts)),
    part('Main text', facts === undefined ? '' : someLines(mainText, all)),
    part(`Links (${end.links})`, linkLines(end, all)),
  ];
  return `${parts.filter((text) => text !== '').join('\n\n')}\n`;
}

function part(title: string, text: string): string {
  return text === '' ? '' : `── ${title}\n${text}`;
}

function outcomeLines(end: FetchResponse, check: boolean): string {
  const outcome = wordOf(Outcome, end.outcome, 'OUTCOME_');
  const detail = end.detail === `status ${end.status}` ? '' : end.detail;
  const isChanged = check && end.outcome === Outcome.OUTCOME_OK;
  const changed = isChanged ? 'it has changed, or was never fetched by hand' : '';
  const said = [end.status, end.redirectUrl, detail, changed].filter((fact) => fact !== undefined);
  const words = [outcome, ...said.filter((fact) => fact !== '')].join(', ');
  const body = end.documentKind === undefined ? [] : [bodyWords(end, end.documentKind)];
  return [end.url, words, ...body].map(shownWords).join('\n');
}

function bodyWords({ mediaType, bodyBytes }: FetchResponse, kind: DocumentKind): string {
  const isRead = kind !== DocumentKind.DOCUMENT_KIND_OTHER;
  const what = isRead
    ? wordOf(DocumentKind, kind, 'DOCUMENT_KIND_')
    : 'stored as it came, not read';
  return `${mediaType}, ${shownBytes(bodyBytes)}, ${what}`;
}

function robotsLine({
  allowed,
  pattern,
  crawlDelay,
}: NonNullable<FetchResponse['robots']>): string {
  const decision = allowed ? 'allows it' : 'disallows it';
  const rule = pattern === '' ? ' (no rule matches)' : ` by ${shownWords(pattern)}`;
  const delay =
    crawlDelay === undefined
      ? ''
      : `, asks for ${shownMs(durationMs(crawlDelay))} between requests`;
  return decision + rule + delay;
}

function pageLines(facts: DocumentFacts, title: string): string {
  const { encoding, encodingReason, metadata, notice, feed } = facts;
  const [ttl, every] = [feed?.ttl, feed?.updateEvery];
  return rows([
    ['notice', notice === undefined ? '' : wordOf(PageNotice, notice, 'PAGE_NOTICE_')],
    ...(metadata === undefined ? [['title', title]] : metadataRows(metadata)),
    ['encoding', encoding === '' ? '' : `${encoding} (${encodingReason})`],
    ['feed may be kept', ttl === undefined ? '' : shownMs(durationMs(ttl))],
    ['feed changes every', every === undefined ? '' : shownMs(durationMs(every))],
    ['feed at', feed?.self ?? ''],
    ['hubs', feed?.hubs.join(' ') ?? ''],
  ]);
}

function metadataRows(metadata: PageMetadata): string[][] {
  const { title, author, siteName, description, type, language, languageFrom, image } = metadata;
  return [
    ['title', title],
    ['author', author],
    ['published', dateWords(metadata.published)],
    ['modified', dateWords(metadata.modified)],
    ['site', siteName],
    ['type', type],
    ['language', language === '' ? '' : `${language} (${languageFrom})`],
    ['description', description],
    ['image', image],
    ['structured data', structuredWords(metadata.structuredData)],
  ];
}

function dateWords(date: PageDate | undefined): string {
  return date === undefined ? '' : `${date.time?.toISOString() ?? date.day} (from ${date.from})`;
}

/** What kinds of data there are; `--json` has them whole. */
function structuredWords(json: string): string {
  if (json === '') return '';
  const data = JSON.parse(json) as {
    readonly jsonLd?: readonly { readonly type?: string }[];
    readonly openGraph?: object;
    readonly microdata?: readonly { readonly type?: string }[];
  };
  const types = (items: readonly { readonly type?: string }[] = []) =>
    [...new Set(items.map(({ type = '' }) => type).filter((type) => type !== ''))].join(' ');
  const openGraph = Object.keys(data.openGraph ?? {}).length;
  return [
    ...[
      ['JSON-LD', types(data.jsonLd)],
      ['microdata', types(data.microdata)],
    ],
    ['OpenGraph', openGraph === 0 ? '' : `${openGraph} properties`],
  ]
    .filter(([, what]) => what !== '')
    .map(([name, what]) => `${name}: ${what}`)
    .join('; ');
}

function wishLines({ wishes, useSignals }: DocumentFacts): string {
  const asked = wishes === undefined ? [] : wishWords(wishes);
  const uses = useSignals.map(
    ({ use, allowed, from }) =>
      `${use} ${allowed ? 'allowed' : 'not allowed'} (${wordOf(SignalPlace, from, 'SIGNAL_PLACE_')})`,
  );
  return rows([
    ['robots', asked.join(', ')],
    ['uses', uses.join(', ')],
  ]);
}

function wishWords(wishes: NonNullable<DocumentFacts['wishes']>): string[] {
  const flags = (['noindex', 'nofollow', 'noarchive', 'nosnippet'] as const).filter(
    (name) => wishes[name],
  );
  const until = wishes.unavailableAfter;
  return [
    ...flags,
    ...(until === undefined ? [] : [`unavailable after ${until.toISOString()}`]),
    ...wishes.others,
  ];
}

function someLines(text: string, all: boolean): string {
  if (text === '') return 'none was found';
  const cut = text.length < LONGEST_SENT ? [] : ['… cut here: it is longer than the fetcher sends'];
  const lines = [...text.split('\n').map(shownWords), ...cut];
  if (all || lines.length <= SOME_LINES) return lines.join('\n');
  return `${lines.slice(0, SOME_LINES).join('\n')}\n… ${counted(lines.length - SOME_LINES, 'line')} more: --all`;
}

function linkLines({ linkList, links }: FetchResponse, all: boolean): string {
  const some = all ? linkList : linkList.slice(0, SOME_LINKS);
  const lines = table(some.map(linkCells));
  const rest = links - some.length;
  if (rest === 0) return lines;
  return `${lines}\n… ${counted(rest, 'link')} more${all ? ', which the fetcher does not send' : ': --all'}`;
}

function linkCells(link: Link): string[] {
  const { kind, region, rels, nofollow, url, text, language } = link;
  const date = link.publishTime ?? link.updateTime;
  const marks = [
    region === undefined ? '' : wordOf(LinkRegion, region, 'LINK_REGION_'),
    nofollow && !rels.includes(LinkRel.LINK_REL_NOFOLLOW) ? 'nofollow' : '',
    ...rels.map((rel) => wordOf(LinkRel, rel, 'LINK_REL_')),
    ...[language, date?.toISOString().slice(0, 10) ?? ''],
  ];
  return [
    wordOf(LinkKind, kind, 'LINK_KIND_'),
    marks.filter((mark) => mark !== '').join(' '),
    cell(url),
    cell(text),
  ];
}

function rows(all: readonly (readonly string[])[]): string {
  return table(
    all.filter(([, value]) => value !== '').map(([name, value]) => [name!, shownWords(value!)]),
  );
}

function cell(text: string): string {
  const words = shownWords(text);
  return words.length <= LONGEST_CELL ? words : `${words.slice(0, LONGEST_CELL - 1)}…`;
}
