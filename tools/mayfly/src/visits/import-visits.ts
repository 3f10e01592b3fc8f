import { VisitKind } from '@mayfly/contracts/events/v1';
import {
  type ReportVisitsRequest,
  type ReportVisitsResponse,
  type SchedulerServiceDefinition,
  VisitRefusal,
} from '@mayfly/contracts/scheduler/v1';
import { isRetryable } from '@mayfly/errors';
import type { Client } from '@mayfly/grpc';
import { SHOWN_BAD_LINES } from '../import/url-batches.ts';
import { wordOf } from '../print/words.ts';
import type { LineCounts, VisitBatch } from './visit-batches.ts';
import type { KindWord, VisitLine } from './visit-line.ts';

/** What became of the lines of an import so far. */
export interface VisitCounts extends LineCounts {
  readonly taken: number;
  readonly refused: Readonly<Record<string, number>>;
}

/** How far an import has come: everything before is acknowledged. */
export interface VisitPlace {
  readonly bytes: number;
  readonly line: number;
  readonly counts: VisitCounts;
}

export const BEGINNING: VisitPlace = {
  ...{ bytes: 0, line: 0 },
  counts: { taken: 0, refused: {}, skipped: {}, bad: {}, badLines: [] },
};

/** One import. */
export interface VisitImport {
  /** The scheduler, wherever it is by now. */
  readonly client: () => Promise<Pick<Client<typeof SchedulerServiceDefinition>, 'reportVisits'>>;
  readonly batches: AsyncGenerator<VisitBatch>;
  readonly from: VisitPlace;
  /** Bytes of the input before the first that the batches count. */
  readonly offsetBytes: number;
  /** Told of every place that is reached. */
  readonly reached: (place: VisitPlace) => Promise<void>;
  /** Aborted when it is to end: what was sent is answered, and no more is read. */
  readonly stop: AbortSignal;
  /** Waits before another try. */
  readonly wait: (ms: number) => Promise<void>;
}

const STREAM_MS = 10 * 60_000;
/** A scheduler that starts again is back within a minute, or somebody should look. */
const TRIES = 30;
const AGAIN_MS = 2_000;

const KINDS: Readonly<Record<KindWord, VisitKind>> = {
  browse: VisitKind.VISIT_KIND_BROWSE,
  search: VisitKind.VISIT_KIND_SEARCH_CLICK,
  shown: VisitKind.VISIT_KIND_SHOWN,
};

/** Reports all visits of an input in its order, a stream a batch; the next batch is read meanwhile, and no more. */
export async function importVisits(
  order: VisitImport,
): Promise<{ readonly place: VisitPlace; readonly hasEnded: boolean }> {
  const { batches, from, offsetBytes, stop } = order;
  let place = from;
  try {
    let coming = nextOf(batches, stop);
    for (;;) {
      const read = await coming;
      if (read === undefined) return { place, hasEnded: false };
      if (read.done === true) return { place, hasEnded: true };
      coming = nextOf(batches, stop);
      // It may fail while a stream is under way, and is looked at after that.
      coming.catch(() => {});
      const batch = read.value;
      const answer = await reported(order, batch);
      const counts = withBatch(place.counts, batch, answer);
      place = { bytes: offsetBytes + batch.endBytes, line: batch.endLine, counts };
      await order.reached(place);
    }
  } finally {
    // Not waited for: standard input may never say anything again.
    batches.return(undefined).catch(() => {});
  }
}

/** The next batch; undefined where somebody stops waiting for it. */
function nextOf(
  batches: AsyncGenerator<VisitBatch>,
  stop: AbortSignal,
): Promise<IteratorResult<VisitBatch> | undefined> {
  if (stop.aborted) return Promise.resolve(undefined);
  const { promise, resolve, reject } = Promise.withResolvers<
    IteratorResult<VisitBatch> | undefined
  >();
  const leave = () => resolve(undefined);
  stop.addEventListener('abort', leave);
  batches
    .next()
    .then(resolve, reject)
    .finally(() => stop.removeEventListener('abort', leave));
  return promise;
}

const NOTHING: ReportVisitsResponse = { taken: 0, refused: [] };

/** A scheduler that is away for a while is waited for. The same batch again counts nobody twice. */
async function reported(order: VisitImport, { visits }: VisitBatch): Promise<ReportVisitsResponse> {
  if (visits.length === 0) return NOTHING;
  for (let tries = 1; ; tries += 1) {
    try {
      const { reportVisits } = await order.client();
      return await reportVisits(requestsOf(visits), { deadlineMs: STREAM_MS });
    } catch (error) {
      if (!isRetryable(error) || tries > TRIES || order.stop.aborted) throw error;
      await order.wait(AGAIN_MS);
    }
  }
}

function* requestsOf(messages: VisitBatch['visits']): Generator<ReportVisitsRequest> {
  for (const visits of messages) yield { visits: visits.map(messageOf) };
}

function messageOf({ atMs, kind, ...visit }: VisitLine) {
  return { ...visit, visitTime: new Date(atMs), kind: KINDS[kind] };
}

function withBatch(
  before: VisitCounts,
  { skipped, bad, badLines }: LineCounts,
  { taken, refused }: ReportVisitsResponse,
): VisitCounts {
  const reasons = refused.map(({ reason, visits }): [string, number] => [
    wordOf(VisitRefusal, reason, 'VISIT_REFUSAL_'),
    visits,
  ]);
  return {
    taken: before.taken + taken,
    refused: added(before.refused, Object.fromEntries(reasons)),
    skipped: added(before.skipped, skipped),
    bad: added(before.bad, bad),
    badLines: [...before.badLines, ...badLines].slice(0, SHOWN_BAD_LINES),
  };
}

function added(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Record<string, number> {
  const sums = { ...one };
  for (const [name, count] of Object.entries(other)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
