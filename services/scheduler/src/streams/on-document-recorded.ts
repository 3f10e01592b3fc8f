import { Outcome, RequestKind } from '@mayfly/contracts/crawl/v1';
import {
  DocumentKind,
  type DocumentRecorded,
  type Link,
  LinkKind,
  Record,
} from '@mayfly/contracts/events/v1';
import { CrawlError } from '@mayfly/errors';
import type { Handle, Received } from '@mayfly/stream';
import type { HostKey, Url } from '@mayfly/url';
import type { Announced, FoundLink } from '../core/announced.ts';
import type { Following } from '../core/following.ts';
import type { SourceKind } from '../core/plan-desk.ts';
import type { WatchHub } from '../core/watch-hub.ts';
import { attemptsHeard } from '../events.ts';

/** Follows announcements. Everything that follows of them is durable before they are done. */
export const onDocumentRecorded =
  (deps: {
    readonly following: Following;
    readonly hub: WatchHub;
    readonly nowMs: () => number;
  }): Handle<DocumentRecorded> =>
  async (batch) => {
    const { following, hub, nowMs } = deps;
    const bad = batch.map(({ message }) => problemOf(message));
    const followed = batch.filter(({ message }, at) => bad[at] === undefined && concerns(message));
    const announced = followed.map((received) => announcedIn(received, nowMs()));
    const heard = new Set(await following.follow(announced));
    announced.forEach((each, at) => {
      if (heard.has(each) && !each.isRobots) tell(hub, followed[at]!.message);
    });
    attemptsHeard(heard.size);
    return bad;
  };

function problemOf({ origin, crawl, record }: DocumentRecorded): CrawlError | undefined {
  if (origin !== undefined && crawl !== '' && record !== Record.RECORD_UNSPECIFIED)
    return undefined;
  return new CrawlError(
    'MESSAGE_MALFORMED',
    'origin, crawl, record: an announcement has all three',
  );
}

/** Every page does; a robots.txt only by the sitemaps that it names. */
function concerns({ kind, links }: DocumentRecorded): boolean {
  return kind === RequestKind.REQUEST_KIND_PAGE || links.length > 0;
}

function announcedIn(received: Received<DocumentRecorded>, nowMs: number): Announced {
  const { message } = received;
  const { crawl, attempt, depth, hops, part, parts, record, times } = message;
  const isRobots = message.kind === RequestKind.REQUEST_KIND_ROBOTS;
  const seed = message.seed && !isRobots;
  const redirectUrl = isRobots ? undefined : (message.redirectUrl as Url | undefined);
  return {
    ...{ crawl, attempt, depth, hops, seed, part, parts, isRobots, redirectUrl },
    url: message.url as Url,
    host: message.host as HostKey,
    isPage: record !== Record.RECORD_NO_DOCUMENT && bringsDocument(message.outcome),
    sourceKind: redirectUrl === undefined ? sourceKindOf(seed, message.documentKind) : undefined,
    isNewVersion: record === Record.RECORD_NEW_VERSION || record === Record.RECORD_DUPLICATE,
    isUnchanged: record === Record.RECORD_UNCHANGED,
    publishedMs: message.published?.time?.getTime(),
    endedMs: (times?.publishTime ?? times?.recordTime)?.getTime() ?? nowMs,
    links: message.links.filter(isFollowed).map((link) => foundLink(link, message.documentKind)),
    place: placeOf(received),
  };
}

/** Images are no pages, and a form asks for what its reader types. */
function isFollowed({ kind, nofollow }: Link): boolean {
  return !nofollow && kind !== LinkKind.LINK_KIND_IMAGE && kind !== LinkKind.LINK_KIND_FORM;
}

function foundLink(link: Link, of: DocumentKind | undefined): FoundLink {
  const { publishTime, updateTime, kind } = link;
  const found = { url: link.url as Url, datedMs: (publishTime ?? updateTime)?.getTime() };
  const isSitemap = kind === LinkKind.LINK_KIND_SITEMAP;
  return isSitemap && of !== DocumentKind.DOCUMENT_KIND_SITEMAP
    ? { ...found, isBeside: true }
    : found;
}

function bringsDocument(outcome: Outcome): boolean {
  return outcome === Outcome.OUTCOME_OK || outcome === Outcome.OUTCOME_UNCHANGED;
}

function sourceKindOf(seed: boolean, kind: DocumentKind | undefined): SourceKind | undefined {
  if (seed) return 'seed';
  if (kind === DocumentKind.DOCUMENT_KIND_FEED) return 'feed';
  return kind === DocumentKind.DOCUMENT_KIND_SITEMAP ? 'sitemap' : undefined;
}

function placeOf({ message, origin: here }: Received<DocumentRecorded>): Announced['place'] {
  const { partition, position, retry } = message.origin!;
  return {
    name: `${retry ? 'retry' : 'main'} ${partition} ${position}`,
    position,
    outOfOrder: retry || here.stream === 'retry',
  };
}

function tell(hub: WatchHub, message: DocumentRecorded): void {
  if (!hub.isWatched(message.crawl)) return;
  const { url, outcome, record, attempt, status, contentSha256 } = message;
  const { documentKind, redirectUrl, times, bodyBytes } = message;
  const content = { contentSha256, documentKind, bodyBytes };
  const event = { url, outcome, record, attempt, status, redirectUrl, times, rule: '' };
  hub.tell(message.crawl, { ...event, ...content });
}
