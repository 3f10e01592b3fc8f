import { counterOf, type DeclaredTelemetry, gaugeOf, histogramOf, logOf } from '@mayfly/telemetry';
import type { AttemptEnd } from './core/attempt-end.ts';
import type { Task } from './core/task.ts';

/** What the fetcher emits beside what the platform emits for it. */
export const TELEMETRY = {
  attempt: {
    name: 'attempt',
    kind: 'span',
    attributes: [
      ...['url.full', 'mayfly.crawl', 'mayfly.attempt', 'mayfly.outcome'],
      'mayfly.submit.traceparent',
      ...['mayfly.dns_ms', 'mayfly.connect_ms', 'mayfly.tls_ms', 'mayfly.first_byte_ms'],
      ...['mayfly.download_ms', 'mayfly.parse_ms'],
    ],
    means:
      'One attempt from its lease to its settling; it names the span that submitted the URL, to which the lease links.',
  },
  fetch: { name: 'fetch', kind: 'span', means: 'The request of an attempt.' },
  read: { name: 'read', kind: 'span', means: 'Reading what an attempt brought.' },
  publish: { name: 'publish', kind: 'span', means: 'Publishing how an attempt ended.' },
  settle: {
    name: 'settle',
    kind: 'span',
    means: 'Settling the leases of some attempts at once; linked to each of them.',
  },
  ended: {
    name: 'mayfly.fetcher.attempts.ended',
    kind: 'counter',
    unit: '{attempt}',
    attributes: ['outcome', 'kind'],
    means: 'Attempts that ended and were published.',
  },
  released: {
    name: 'mayfly.fetcher.leases.released',
    kind: 'counter',
    unit: '{lease}',
    attributes: ['reason'],
    means: 'Leases given back without a request.',
  },
  bodyBytes: {
    name: 'mayfly.fetcher.bodies.fetched',
    kind: 'counter',
    unit: 'By',
    means: 'Bytes of documents, decoded.',
  },
  firstByte: {
    name: 'mayfly.fetcher.requests.first_byte',
    kind: 'histogram',
    unit: 's',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    means: 'Time from a sent request to the first byte of its answer.',
  },
  held: {
    name: 'mayfly.fetcher.held_back',
    kind: 'gauge',
    unit: '1',
    means: 'Whether no leases are taken now, because publishing fails or lag is high: 1, else 0.',
  },
  swept: {
    name: 'mayfly.fetcher.robots.swept',
    kind: 'counter',
    unit: '{origin}',
    means: 'Origins whose rules of robots.txt ended long ago and were removed.',
  },
  listening: {
    name: 'fetcher.listening',
    kind: 'log event',
    level: 'info',
    attributes: ['port', 'healthPort', 'fetcherId', 'userAgent'],
    means: 'The fetcher answers, at these ports.',
  },
  heldBack: {
    name: 'fetcher.held_back',
    kind: 'log event',
    level: 'warn',
    attributes: ['reason'],
    means: 'From now on no leases are taken, for this reason.',
  },
  resumed: {
    name: 'fetcher.resumed',
    kind: 'log event',
    level: 'info',
    means: 'Leases are taken again.',
  },
  attemptEnded: {
    name: 'attempt.ended',
    kind: 'log event',
    level: 'debug',
    attributes: ['url', 'attempt', 'outcome', 'status', 'detail'],
    means: 'An attempt ended so.',
  },
  attemptFailed: {
    name: 'attempt.failed',
    kind: 'log event',
    level: 'error',
    attributes: ['host', 'attempt', 'err'],
    means:
      'A bug, or an answer that no service should give: the attempt has no end, and its lease expires.',
  },
  retried: {
    name: 'fetcher.waits',
    kind: 'log event',
    level: 'warn',
    attributes: ['what', 'host', 'err'],
    means: 'Something that an attempt needs is away; it waits and tries again.',
  },
  leaseLost: {
    name: 'lease.lost',
    kind: 'log event',
    level: 'warn',
    attributes: ['host', 'attempt'],
    means: 'An attempt was settled after its lease had ended.',
  },
  dropped: {
    name: 'attempts.dropped',
    kind: 'log event',
    level: 'warn',
    attributes: ['count'],
    means: 'The fetcher stops before these requests are over; their leases expire.',
  },
} as const satisfies Record<string, DeclaredTelemetry>;

const log = logOf('fetcher');
const ended = counterOf('fetcher', TELEMETRY.ended);
const released = counterOf('fetcher', TELEMETRY.released);
const bodyBytes = counterOf('fetcher', TELEMETRY.bodyBytes);
const firstByte = histogramOf('fetcher', TELEMETRY.firstByte);
const swept = counterOf('fetcher', TELEMETRY.swept);
const held = gaugeOf('fetcher', TELEMETRY.held);

interface Listening {
  readonly port: number;
  readonly healthPort: number | undefined;
  readonly fetcherId: string;
  readonly userAgent: string;
}

export function fetcherListens(where: Listening): void {
  log.info({ event: TELEMETRY.listening.name, ...where }, 'listening');
}

export function attemptEnded({ url, attempt, kind }: Task, end: AttemptEnd): void {
  const { outcome, status, detail, document, timings } = end;
  ended(1, { outcome, kind });
  if (document !== undefined) bodyBytes(document.body.length);
  if (timings.firstByteMs !== undefined) firstByte(timings.firstByteMs / 1_000);
  log.debug(
    { event: TELEMETRY.attemptEnded.name, url, attempt, outcome, status, detail },
    'attempt ended',
  );
}

export function leasesReleased(count: number, reason: string): void {
  released(count, { reason });
}

export function rulesSwept(count: number): void {
  if (count > 0) swept(count);
}

export function attemptFailed({ host, attempt }: Task, error: unknown): void {
  log.error({ event: TELEMETRY.attemptFailed.name, host, attempt, err: error }, 'attempt failed');
}

export function attemptWaits(what: string, host: string, error: unknown): void {
  log.warn({ event: TELEMETRY.retried.name, what, host, err: error }, 'waits and tries again');
}

export function leaseLost({ host, attempt }: Task): void {
  log.warn({ event: TELEMETRY.leaseLost.name, host, attempt }, 'settled after the lease had ended');
}

export function attemptsDropped(count: number): void {
  log.warn({ event: TELEMETRY.dropped.name, count }, 'stops before these requests are over');
}

/** Tells a change only: it is asked at every turn. */
export function heldBackFor(reason: string, before: string): void {
  held(reason === '' ? 0 : 1);
  if (reason === before) return;
  if (reason === '') log.info({ event: TELEMETRY.resumed.name }, 'takes leases again');
  else if (before === '') log.warn({ event: TELEMETRY.heldBack.name, reason }, 'takes no leases');
}
