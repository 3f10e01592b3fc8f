import {
  DocumentFacts,
  type FeedHints,
  type PageDate,
  type PageMetadata,
  PageNotice,
  type PageWishes,
  SignalPlace,
  type UseSignal,
} from '@mayfly/contracts/events/v1';
import { bytesOf } from '@mayfly/contracts/writer';
import type { DatedBy, Feed, Metadata, PageNotice as Notice, ReadDocument } from '@mayfly/extract';
import { durationOf } from '@mayfly/grpc';
import { readUseSignals, type UseSignal as Signal } from '@mayfly/robots';
import type { SaidOfUses } from '../core/ports.ts';
import { dateOf } from './link-words.ts';

const NOTICES: Readonly<Record<Notice, PageNotice>> = {
  'soft-404': PageNotice.PAGE_NOTICE_SOFT_404,
  'consent-wall': PageNotice.PAGE_NOTICE_CONSENT_WALL,
  'login-wall': PageNotice.PAGE_NOTICE_LOGIN_WALL,
  empty: PageNotice.PAGE_NOTICE_EMPTY,
};
const PLACES: Readonly<Record<Signal['from'], SignalPlace>> = {
  robots: SignalPlace.SIGNAL_PLACE_ROBOTS,
  header: SignalPlace.SIGNAL_PLACE_HEADER,
  page: SignalPlace.SIGNAL_PLACE_PAGE,
};
/** What pages say in data of their own is kept up to here; more is left out as a whole. */
const MOST_STRUCTURED_CHARACTERS = 20_000;
const MOST_HUBS = 10;
const LONGEST_ADDRESS = 2_000;

/** What was read from a document beside its text and links, in the form in which it travels. */
export function encodeFacts(
  document: ReadDocument,
  main: readonly number[],
  said: SaidOfUses | undefined,
): Uint8Array {
  const { encoding, encodingReason = '', metadata, notice, feed } = document;
  return bytesOf(DocumentFacts, {
    ...{ encoding, encodingReason },
    main: [...main],
    metadata: metadata === undefined ? undefined : toMetadata(metadata),
    wishes: toWishes(document),
    useSignals: signalsOf(document, said),
    notice: notice === undefined ? undefined : NOTICES[notice],
    feed: feed === undefined ? undefined : toHints(feed),
  });
}

function toMetadata(metadata: Metadata): PageMetadata {
  const { title, author, siteName, description, language, languageFrom, type, image } = metadata;
  return {
    ...{ title, author, siteName, description, language, languageFrom, type, image: image ?? '' },
    published: toDate(metadata.published),
    modified: toDate(metadata.modified),
    structuredData: structured(metadata),
  };
}

function toDate(date: DatedBy | undefined): PageDate | undefined {
  return date && { day: date.day, time: dateOf(date.ms), from: date.from };
}

function structured({ jsonLd, openGraph, microdata }: Metadata): string {
  if (jsonLd.length + microdata.length + Object.keys(openGraph).length === 0) return '';
  const whole = JSON.stringify({ jsonLd, openGraph, microdata });
  if (whole.length <= MOST_STRUCTURED_CHARACTERS) return whole.toWellFormed();
  const some = JSON.stringify({ openGraph });
  return some.length <= MOST_STRUCTURED_CHARACTERS ? some.toWellFormed() : '';
}

function toWishes({ wishes }: ReadDocument): PageWishes | undefined {
  const { noindex, nofollow, noarchive, nosnippet, unavailableAfterMs, others } = wishes;
  const unavailableAfter = dateOf(unavailableAfterMs);
  const says = noindex || nofollow || noarchive || nosnippet || others.length > 0;
  if (!says && unavailableAfter === undefined) return undefined;
  return { ...{ noindex, nofollow, noarchive, nosnippet, unavailableAfter }, others: [...others] };
}

function signalsOf({ wishes, wishTags = [] }: ReadDocument, said?: SaidOfUses): UseSignal[] {
  const header = (name: string) => said?.headers[name];
  return readUseSignals({ robots: said?.robots ?? [], header, tags: wishTags, wishes }).map(
    ({ use, allowed, from }) => ({ use: use.slice(0, 100), allowed, from: PLACES[from] }),
  );
}

function toHints({ ttlMs, updateEveryMs, hubs, self }: Feed): FeedHints {
  return {
    ttl: ttlMs === undefined ? undefined : durationOf(ttlMs),
    updateEvery: updateEveryMs === undefined ? undefined : durationOf(updateEveryMs),
    hubs: hubs.filter((hub) => hub.length <= LONGEST_ADDRESS).slice(0, MOST_HUBS),
    self: self !== undefined && self.length <= LONGEST_ADDRESS ? self : '',
  };
}
