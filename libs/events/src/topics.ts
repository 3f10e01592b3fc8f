import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { DocumentRecorded, FetchEnded, VisitsReported } from '@mayfly/contracts/events/v1';
import { MessageReader } from '@mayfly/contracts/reader';
import { CrawlError } from '@mayfly/errors';
import { type AnyTopic, defineTopic } from '@mayfly/stream';

const DAY_MS = 86_400_000;
const PARTITIONS = 16;

/** The largest event that services make; body, text and links that do not fit travel apart. */
export const MAX_EVENT_BYTES = 512_000;

/** Every attempt that ended, from the fetchers to the document-store. */
export const fetchesEnded = defineTopic<FetchEnded>({
  name: 'fetches.ended.v1',
  partitions: PARTITIONS,
  retentionMs: 7 * DAY_MS,
  groups: ['document-store'],
  key: ({ host }) => host,
  encode: (message) => encoded(FetchEnded, message),
  decode: (bytes) => checked(FetchEnded.decode(new MessageReader(bytes))),
});

/** Every attempt that is recorded, from the document-store to whoever learns from it. */
export const documentsRecorded = defineTopic<DocumentRecorded>({
  name: 'documents.recorded.v1',
  partitions: PARTITIONS,
  retentionMs: 7 * DAY_MS,
  groups: ['scheduler', 'site-scoring'],
  key: ({ host }) => host,
  encode: (message) => encoded(DocumentRecorded, message),
  decode: (bytes) => checked(DocumentRecorded.decode(new MessageReader(bytes))),
});

/** What readers visit, from the scheduler's door to whoever counts it. */
export const visitsReported = defineTopic<VisitsReported>({
  name: 'visits.reported.v1',
  partitions: PARTITIONS,
  retentionMs: 3 * DAY_MS,
  groups: ['scheduler'],
  key: ({ host }) => host,
  encode: (message) => encoded(VisitsReported, message),
  decode: (bytes) => checkedVisits(VisitsReported.decode(new MessageReader(bytes))),
});

/** All topics of the suite, for `mayfly prepare`. */
export const TOPICS: readonly AnyTopic[] = [fetchesEnded, documentsRecorded, visitsReported];

/** Bytes of something else often decode to an event without a word in it. */
function checked<M extends { url: string; host: string; attempt: number }>(event: M): M {
  if (event.url === '' || event.host === '' || event.attempt < 1) {
    throw new CrawlError('MESSAGE_MALFORMED', 'url, host, attempt: an event has all three');
  }
  return event;
}

function checkedVisits(event: VisitsReported): VisitsReported {
  if (event.host === '' || event.visits.length === 0) {
    throw new CrawlError('MESSAGE_MALFORMED', 'host, visits: a report has both');
  }
  return event;
}

/** Keeps its room from event to event: a new one would grow to the size of each step by step. */
let writer = new BinaryWriter();

function encoded<M>(type: { encode(message: M, writer: BinaryWriter): BinaryWriter }, message: M) {
  try {
    return type.encode(message, writer).finish();
  } catch (error) {
    // What it holds by now is half an event.
    writer = new BinaryWriter();
    throw error;
  }
}
