import type { Clock } from '@mayfly/clock';
import { ReaderPace, sketchSize } from '@mayfly/readers';
import type { Stream } from '@mayfly/stream';
import type { SchedulerConfig } from './config.ts';
import { CountingVisits } from './core/counting-visits.ts';
import { CrawlScopes } from './core/crawl-scopes.ts';
import { RememberedReaders } from './core/remembered-readers.ts';
import { TakingVisits } from './core/taking-visits.ts';
import type { Discovered, Interest } from './core/visit-ports.ts';
import type { Asking } from './open-asking.ts';
import type { Books } from './store/books.ts';
import { publishVisits } from './streams/publish-visits.ts';

/** Of new readers of a page this share is not counted, at most. */
const READER_ERROR = 0.01;
/** Readers whose pace is known at a time, at least; some 10 MB. */
const PACED_READERS = 50_000;

/** The way of visits: in at the door, out of the stream, and who remembers readers. */
export interface Visits {
  readonly taking: TakingVisits;
  readonly counting: CountingVisits;
  readonly readers: RememberedReaders;
}

export async function openVisits({
  config: { visits: settings },
  books: { crawls, visits, salts, readerBook },
  asking,
  stream,
  interest,
  discovered,
  clock,
}: {
  readonly config: SchedulerConfig;
  readonly books: Books;
  readonly asking: Asking;
  readonly stream: Stream;
  readonly interest: readonly Interest[];
  readonly discovered: Discovered;
  readonly clock: Clock;
}): Promise<Visits> {
  const nowMs = () => clock.nowMs();
  const { maxAgeMs, readersPerDay } = settings;
  const size = sketchSize(readersPerDay, READER_ERROR);
  const readers = await RememberedReaders.open(readerBook, size);
  const pace = new ReaderPace(settings, PACED_READERS);
  const scopes = new CrawlScopes(crawls);
  return {
    taking: new TakingVisits({ salts, publish: publishVisits(stream), pace, maxAgeMs, nowMs }),
    counting: new CountingVisits({
      ...asking,
      scopes,
      visits,
      readers,
      interest,
      discovered,
      nowMs,
    }),
    readers,
  };
}
