import { type AttemptTimes, Outcome as ProtoOutcome } from '@mayfly/contracts/crawl/v1';
import { DocumentKind } from '@mayfly/contracts/events/v1';
import type { FetchResponse } from '@mayfly/contracts/fetcher/v1';
import { durationOf } from '@mayfly/grpc';
import type { AttemptEnd, FetchedDocument, RobotsDecision } from '../core/attempt-end.ts';
import type { Outcome } from '../core/outcome.ts';
import type { Task } from '../core/task.ts';

/** The contract’s names of outcomes. */
export const OUTCOMES: Readonly<Record<Outcome, ProtoOutcome>> = {
  ok: ProtoOutcome.OUTCOME_OK,
  unchanged: ProtoOutcome.OUTCOME_UNCHANGED,
  redirected: ProtoOutcome.OUTCOME_REDIRECTED,
  gone: ProtoOutcome.OUTCOME_GONE,
  refused: ProtoOutcome.OUTCOME_REFUSED,
  robots: ProtoOutcome.OUTCOME_ROBOTS,
  'blocked-address': ProtoOutcome.OUTCOME_BLOCKED_ADDRESS,
  busy: ProtoOutcome.OUTCOME_BUSY,
  'server-error': ProtoOutcome.OUTCOME_SERVER_ERROR,
  timeout: ProtoOutcome.OUTCOME_TIMEOUT,
  'too-slow': ProtoOutcome.OUTCOME_TOO_SLOW,
  reset: ProtoOutcome.OUTCOME_RESET,
  dns: ProtoOutcome.OUTCOME_DNS,
  tls: ProtoOutcome.OUTCOME_TLS,
  'too-large': ProtoOutcome.OUTCOME_TOO_LARGE,
  'bad-encoding': ProtoOutcome.OUTCOME_BAD_ENCODING,
  'bad-response': ProtoOutcome.OUTCOME_BAD_RESPONSE,
  'redirect-loop': ProtoOutcome.OUTCOME_REDIRECT_LOOP,
  abandoned: ProtoOutcome.OUTCOME_ABANDONED,
  unreadable: ProtoOutcome.OUTCOME_UNREADABLE,
};

/** The contract’s names of kinds. */
export const KINDS: Readonly<Record<FetchedDocument['kind'], DocumentKind>> = {
  html: DocumentKind.DOCUMENT_KIND_HTML,
  feed: DocumentKind.DOCUMENT_KIND_FEED,
  sitemap: DocumentKind.DOCUMENT_KIND_SITEMAP,
  text: DocumentKind.DOCUMENT_KIND_TEXT,
  other: DocumentKind.DOCUMENT_KIND_OTHER,
};

/** When each step of an attempt happened, as far as the fetcher knows. */
export function timesOf({ times }: Task, { timings }: AttemptEnd): AttemptTimes {
  const duration = (ms: number | undefined) => (ms === undefined ? undefined : durationOf(ms));
  const { requestTimeMs } = timings;
  return {
    ...times,
    requestTime: requestTimeMs === undefined ? undefined : new Date(requestTimeMs),
    dns: duration(timings.dnsMs),
    connect: duration(timings.connectMs),
    tls: duration(timings.tlsMs),
    firstByte: duration(timings.firstByteMs),
    download: duration(timings.downloadMs),
    parse: duration(timings.parseMs),
  };
}

function shownRobots({ allowed, pattern, crawlDelayMs }: RobotsDecision) {
  const crawlDelay = crawlDelayMs === undefined ? undefined : durationOf(crawlDelayMs);
  return { allowed, pattern, crawlDelay };
}

/** What an answer to a person says in the words of the events. */
export function shownEnd(
  task: Task,
  end: AttemptEnd,
): Pick<FetchResponse, 'outcome' | 'documentKind' | 'times' | 'robots'> {
  return {
    outcome: OUTCOMES[end.outcome],
    documentKind: end.document === undefined ? undefined : KINDS[end.document.kind],
    times: timesOf(task, end),
    robots: end.robots && shownRobots(end.robots),
  };
}
