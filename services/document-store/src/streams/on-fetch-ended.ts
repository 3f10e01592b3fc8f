import type { Clock } from '@mayfly/clock';
import type { DocumentFacts, FetchEnded, Link } from '@mayfly/contracts/events/v1';
import { CrawlError } from '@mayfly/errors';
import type { Handle, Received } from '@mayfly/stream';
import type { Tracer } from '@opentelemetry/api';
import { type AttemptEnd, type Content, nameOf } from '../core/attempt-end.ts';
import type { Bodies } from '../core/ports.ts';
import type { Recording } from '../core/recording.ts';
import { attemptRecorded, attemptRepeated } from '../events.ts';
import { type AttemptSpan, startAttemptSpan } from './attempt-span.ts';
import { loadLinks } from './load-links.ts';
import type { Announce } from './publish-recorded.ts';
import { factsOf, linksOf, readFetchEnded } from './read-fetch-ended.ts';

/** What the handler is handed. */
export interface OnFetchEndedParts {
  readonly recording: Recording;
  readonly bodies: Bodies;
  readonly announce: Announce;
  readonly clock: Clock;
  readonly tracer: Tracer;
}

/** A message that can be recorded. */
interface Ready {
  readonly end: AttemptEnd;
  readonly links: readonly Link[];
  readonly facts: DocumentFacts | undefined;
}

/**
 * Records, then announces; the stream commits after that. What is wrong with a message is found before anything of it is
 * recorded, so that what is recorded can always be announced, also when it comes again.
 */
export const onFetchEnded =
  (parts: OnFetchEndedParts): Handle<FetchEnded> =>
  async (batch) => {
    const spans = batch.map((received) => startAttemptSpan(parts.tracer, received));
    const answers = await answersOf(parts, batch, spans).catch((error: Error) => error);
    spans.forEach((span, at) => span.end(answers instanceof Error ? answers : answers[at]));
    if (answers instanceof Error) throw answers;
    return answers;
  };

type Answers = readonly (Error | undefined)[];

async function answersOf(
  parts: OnFetchEndedParts,
  batch: readonly Received<FetchEnded>[],
  spans: readonly AttemptSpan[],
): Promise<Answers> {
  const { recording, announce } = parts;
  const prepared = await prepare(parts, batch);
  const ready = prepared.flatMap((one, at) => (one instanceof Error ? [] : [{ ...one, at }]));
  const recorded = await recording.record(ready.map(({ end }) => end));
  await announce(
    ready.map(({ links, facts, at }, index) => ({
      message: batch[at]!.message,
      ...{ links, facts },
      record: recorded[index]!.record,
      headers: spans[at]!.headers,
    })),
  );
  for (const { record, isRepeat } of recorded) {
    if (isRepeat) attemptRepeated();
    else attemptRecorded(record.record);
  }
  return prepared.map((one) => (one instanceof Error ? one : undefined));
}

async function prepare(
  { bodies, clock }: OnFetchEndedParts,
  batch: readonly Received<FetchEnded>[],
): Promise<readonly (Ready | Error)[]> {
  const receiveMs = clock.nowMs();
  const read = batch.map((received) => {
    const end = orProblem(() => readFetchEnded(received, receiveMs));
    if (end instanceof Error) return end;
    const links = orProblem(() => linksOf(received.message));
    if (links instanceof Error) return links;
    const facts = orProblem(() => factsOf(received.message));
    if (facts instanceof Error) return facts;
    return { end, links, facts, stored: storedOf(end, links) };
  });
  const stored = read.flatMap((one) => (one instanceof Error ? [] : one.stored));
  const missing = await bodies.missing(stored);
  return Promise.all(
    read.map(async (one) => {
      if (one instanceof Error) return one;
      // It was put before the message was published, and this store reads what was written: nobody will bring it.
      if (one.stored.some((sha256) => missing.has(nameOf(sha256)))) {
        return new CrawlError('BODY_UNKNOWN', 'the message names a body that is not kept');
      }
      const links = await loadLinks(one.links, bodies).catch(problemOf);
      return links instanceof Error ? links : { end: one.end, facts: one.facts, links };
    }),
  );
}

function storedOf({ brought }: AttemptEnd, links: Content | undefined): readonly Uint8Array[] {
  const contents = typeof brought === 'string' ? [links] : [brought.body, brought.text, links];
  return contents.flatMap((content) =>
    content === undefined || content.inline !== undefined ? [] : [content.sha256],
  );
}

function orProblem<T>(work: () => T): T | CrawlError {
  try {
    return work();
  } catch (error) {
    return problemOf(error);
  }
}

/** What is wrong with the message itself is its answer; an outage or a bug is everybody's. */
function problemOf(error: unknown): CrawlError {
  if (error instanceof CrawlError && !error.retryable) return error;
  throw error;
}
