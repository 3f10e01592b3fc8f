import { AttemptTimes, Outcome, RequestKind } from '@mayfly/contracts/crawl/v1';
import {
  type Content as ContentProto,
  DocumentFacts,
  DocumentKind,
  Encoding,
  type FetchEnded,
} from '@mayfly/contracts/events/v1';
import { CrawlError } from '@mayfly/errors';
import type { Received } from '@mayfly/stream';
import { hostOf, normaliseUrl, type Url, urlId } from '@mayfly/url';
import type { AttemptEnd, Content, FetchedDocument } from '../core/attempt-end.ts';
import { MAX_BODY_BYTES } from '../core/body-check.ts';

const SHA256_BYTES = 32;
const MAX_URL = 8_000;
const MAX_CRAWL = 200;
const MAX_HEADERS = 64;
const MAX_HEADER_VALUE = 8_192;
const MAX_TITLE = 500;
const MAX_DETAIL = 1_000;
const MAX_MEDIA_TYPE = 200;
const MAX_FACTS_BYTES = 131_072;

const OUTCOMES: ReadonlySet<number> = new Set(
  Object.values(Outcome).filter((outcome) => outcome !== Outcome.OUTCOME_UNSPECIFIED),
);
const KINDS: ReadonlySet<number> = new Set(
  Object.values(DocumentKind).filter((kind) => kind !== DocumentKind.DOCUMENT_KIND_UNSPECIFIED),
);

/** The message as the rules need it; MESSAGE_MALFORMED, with the field, when it cannot be one of the fetcher's. */
export function readFetchEnded(received: Received<FetchEnded>, receiveMs: number): AttemptEnd {
  const { message, key, origin, publishedMs } = received;
  const url = checkUrl(message, key);
  const { attempt, crawl, outcome, kind, status, redirectUrl, times, detail } = message;
  expect(Number.isSafeInteger(attempt) && attempt >= 1, 'attempt: must be 1 or more');
  expect(crawl.length <= MAX_CRAWL, `crawl: must have at most ${MAX_CRAWL} characters`);
  expect(OUTCOMES.has(outcome), 'outcome: is none that the contract has');
  expect(isRequestKind(kind), 'kind: is none that the contract has');
  expect((redirectUrl?.length ?? 0) <= MAX_URL, `redirect_url: longer than ${MAX_URL}`);
  return {
    ...{ url, id: urlId(url), host: hostOf(url) },
    ...{ attempt, crawl, outcome, status, redirectUrl, receiveMs },
    detail: cut(detail, MAX_DETAIL),
    times: times === undefined ? NO_TIMES : AttemptTimes.encode(times).finish(),
    origin: {
      partition: origin.partition,
      position: origin.position,
      retry: origin.stream === 'retry',
    },
    fetchMs: (times?.requestTime ?? times?.publishTime)?.getTime() ?? publishedMs,
    brought: broughtBy(message),
  };
}

const NO_TIMES = new Uint8Array();

/** The links of a message, as content; robots.txt may name sitemaps, so also where there is no document. */
export function linksOf({ links }: FetchEnded): Content | undefined {
  return links === undefined ? undefined : readContent('links', links);
}

/**
 * Only a page that came has a document: what servers send along with errors, redirects and robots.txt is none. And who
 * asked only whether a page has changed has none, and says nothing of its kind.
 */
function broughtBy(message: FetchEnded): AttemptEnd['brought'] {
  const { kind, outcome, body, documentKind } = message;
  if (kind === RequestKind.REQUEST_KIND_ROBOTS) return 'nothing';
  if (body === undefined && documentKind === undefined && outcome === Outcome.OUTCOME_OK) {
    return 'nothing';
  }
  if (outcome === Outcome.OUTCOME_UNCHANGED) return 'unchanged';
  return outcome === Outcome.OUTCOME_OK ? readDocument(message) : 'nothing';
}

function readDocument(message: FetchEnded): FetchedDocument {
  const {
    body,
    text,
    documentKind,
    mediaType,
    title,
    status = 0,
    headers,
    truncated,
    facts,
  } = message;
  if (body === undefined) throw malformed('body: an attempt that ended well has one');
  expect(KINDS.has(documentKind ?? 0), 'document_kind: must be given with a body');
  expect(headers.length <= MAX_HEADERS, `headers: must be at most ${MAX_HEADERS}`);
  for (const { name, value } of headers) {
    const isShort = name.length <= MAX_CRAWL && value.length <= MAX_HEADER_VALUE;
    expect(isShort, `headers: a value must have at most ${MAX_HEADER_VALUE} characters`);
  }
  expect(facts.length <= MAX_FACTS_BYTES, `facts: more than ${MAX_FACTS_BYTES} bytes`);
  return {
    body: readContent('body', body),
    text: text === undefined ? undefined : readContent('text', text),
    links: linksOf(message),
    kind: documentKind!,
    mediaType: cut(mediaType, MAX_MEDIA_TYPE),
    title: cut(title, MAX_TITLE),
    ...{ status, headers, truncated },
    facts: facts.length === 0 ? undefined : facts,
  };
}

/** What was read from the document of a message beside its text and links. */
export function factsOf({ facts }: FetchEnded): DocumentFacts | undefined {
  if (facts.length === 0) return undefined;
  try {
    return DocumentFacts.decode(facts);
  } catch (cause) {
    throw new CrawlError('MESSAGE_MALFORMED', 'facts: they are no DocumentFacts', { cause });
  }
}

function readContent(field: string, { at, encoding, sha256, size }: ContentProto): Content {
  expect(sha256.length === SHA256_BYTES, `${field}.sha256: must have ${SHA256_BYTES} bytes`);
  const isSize = Number.isSafeInteger(size) && size >= 0 && size <= MAX_BODY_BYTES;
  expect(isSize, `${field}.size: must be from 0 to 64 MB`);
  if (at?.$case === 'stored' && at.value) return { sha256, size, encoding };
  if (at?.$case !== 'inline') throw malformed(`${field}: must be inline or stored`);
  const isKnown = encoding === Encoding.ENCODING_IDENTITY || encoding === Encoding.ENCODING_ZSTD;
  expect(isKnown, `${field}.encoding: is none that the contract has`);
  return { sha256, size, encoding, inline: at.value };
}

function checkUrl({ url: text, host }: FetchEnded, key: string): Url {
  const normalised = normaliseUrl(text);
  if (!normalised.ok) throw malformed(`url: ${normalised.reason}`);
  const { url } = normalised;
  expect(url === text, 'url: is not normalised');
  expect(host === hostOf(url), 'host: is not that of the URL');
  expect(key === host, 'host: is not the key of the message');
  return url;
}

function isRequestKind(kind: RequestKind): boolean {
  return kind === RequestKind.REQUEST_KIND_PAGE || kind === RequestKind.REQUEST_KIND_ROBOTS;
}

/** Never through the middle of a character that takes two places. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}

function expect(holds: boolean, problem: string): void {
  if (!holds) throw malformed(problem);
}

function malformed(problem: string): CrawlError {
  return new CrawlError('MESSAGE_MALFORMED', problem);
}
