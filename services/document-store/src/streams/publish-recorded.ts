import type {
  DocumentFacts,
  DocumentRecorded,
  FetchEnded,
  Link,
} from '@mayfly/contracts/events/v1';
import { documentsRecorded, MAX_EVENT_BYTES } from '@mayfly/events';
import type { Stream } from '@mayfly/stream';
import type { AttemptRecord } from '../core/attempt-end.ts';
import { cutLinks } from '../core/cut-links.ts';
import { eventsAnnounced } from '../events.ts';
import { RECORDS, timesOf } from '../record-words.ts';

/** One attempt to be announced, for the first time or again. */
export interface Announcement {
  readonly message: FetchEnded;
  readonly facts: DocumentFacts | undefined;
  readonly links: readonly Link[];
  readonly record: AttemptRecord;
  /** Its trace, for the stream's headers. */
  readonly headers: Readonly<Record<string, string>>;
}

export type Announce = (announcements: readonly Announcement[]) => Promise<void>;

/** Everything in an event but its links: three URLs of at most 8 KB, and words. */
const EVENT_WITHOUT_LINKS_BYTES = 64_000;

/** One publish for all of them, in their order; a repeat makes the same events of the same message and record. */
export function announcer(stream: Stream): Announce {
  return async (announcements) => {
    const headers = new Map<DocumentRecorded, Announcement['headers']>();
    for (const announcement of announcements) {
      for (const event of eventsOf(announcement)) headers.set(event, announcement.headers);
    }
    if (headers.size === 0) return;
    await stream.publish(documentsRecorded, [...headers.keys()], {
      headers: (event) => headers.get(event) ?? {},
    });
    eventsAnnounced(headers.size);
  };
}

/** An attempt's events: one, or as many as its links need. */
export function eventsOf(announcement: Announcement): readonly DocumentRecorded[] {
  const { links } = announcement;
  const parts = cutLinks(links, MAX_EVENT_BYTES - EVENT_WITHOUT_LINKS_BYTES);
  const event = wholeEvent(announcement);
  return parts.map((some, part) => ({
    ...event,
    links: [...some],
    part,
    parts: parts.length,
  }));
}

function wholeEvent({ message, facts, record }: Announcement): DocumentRecorded {
  const { url, host, crawl, attempt, kind, outcome, status, redirectUrl } = message;
  const { depth, hops, seed, body, documentKind } = message;
  const { partition, position, retry } = record.origin;
  const hasDocument = record.record !== 'no-document' && body !== undefined;
  return {
    ...{ url, host, crawl, attempt, kind, outcome, status, redirectUrl, depth, hops, seed },
    record: RECORDS[record.record],
    version: record.version,
    duplicateOf: record.duplicateOf,
    contentSha256: hasDocument ? body.sha256 : NO_BYTES,
    bodyBytes: hasDocument ? body.size : 0,
    documentKind: hasDocument ? documentKind : undefined,
    ...(hasDocument && {
      published: facts?.metadata?.published,
      notice: facts?.notice,
      feed: facts?.feed,
    }),
    detail: record.detail,
    times: timesOf(record),
    origin: { partition, position: Number(position), retry },
    ...{ links: [], part: 0, parts: 1 },
  };
}

const NO_BYTES = new Uint8Array();
