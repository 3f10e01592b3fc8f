import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import type { AttemptEnd, RobotsResult } from '../core/attempt-end.ts';
import type { Attempt, WebAnswer, WebRequest } from '../core/ports.ts';
import type { Task } from '../core/task.ts';
import { TELEMETRY } from '../events.ts';

/** What an attempt does outside of itself. */
export interface AttemptWork {
  get(request: WebRequest): Promise<WebAnswer>;
  /** Publishes, then settles. */
  end(attempt: RunningAttempt, end: AttemptEnd, robots: RobotsResult | undefined): Promise<void>;
}

/** One attempt under way, with a trace of its own. */
export class RunningAttempt implements Attempt {
  readonly task: Task;
  /** What it does is done in here. */
  readonly context: Context;
  /** When its lease ends; later than the task says once it was extended. */
  endsMs: number;
  /** Whether the frontier gave it up: it gets no more time, and may ask nothing any more. */
  isLost = false;
  /** Whether a request was begun: then the host was asked, whatever comes of it. */
  requested = false;
  /** Whether a request is under way; it has its end within the lease. */
  requesting = false;
  /** How it was published, once it was. */
  published: AttemptEnd | undefined;
  readonly #work: AttemptWork;
  readonly #tracer: Tracer;
  readonly #span: Span;

  constructor(task: Task, work: AttemptWork, tracer: Tracer) {
    this.task = task;
    this.endsMs = task.endsMs;
    this.#work = work;
    this.#tracer = tracer;
    const { url, crawl, attempt, submitTraceparent } = task;
    const attributes = {
      ...{ 'url.full': url, 'mayfly.crawl': crawl, 'mayfly.attempt': attempt },
      ...(submitTraceparent === '' ? {} : { 'mayfly.submit.traceparent': submitTraceparent }),
    };
    const options = { root: true, attributes };
    this.#span = tracer.startSpan(TELEMETRY.attempt.name, options, ROOT_CONTEXT);
    this.context = trace.setSpan(ROOT_CONTEXT, this.#span);
  }

  get span(): Span {
    return this.#span;
  }

  /** Does something in the trace of this attempt. */
  within<T>(name: string, work: () => Promise<T>): Promise<T> {
    return context.with(this.context, () => inSpan(this.#tracer, name, work));
  }

  async get(request: WebRequest): Promise<WebAnswer> {
    this.requested = true;
    this.requesting = true;
    try {
      return await this.within(TELEMETRY.fetch.name, () => this.#work.get(request));
    } finally {
      this.requesting = false;
    }
  }

  end(end: AttemptEnd, robots?: RobotsResult): Promise<void> {
    this.#span.setAttribute('mayfly.outcome', end.outcome);
    if (this.#span.isRecording()) this.#span.setAttributes(stepsOf(end));
    return context.with(this.context, () => this.#work.end(this, end, robots));
  }

  failed(): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  close(): void {
    this.#span.end();
  }
}

/** A span around some work. */
export function inSpan<T>(tracer: Tracer, name: string, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await work();
    } finally {
      span.end();
    }
  });
}

/** How long each step took; those that did not happen are not there. */
function stepsOf({ timings }: AttemptEnd): Record<string, number> {
  const steps = {
    'mayfly.dns_ms': timings.dnsMs,
    'mayfly.connect_ms': timings.connectMs,
    'mayfly.tls_ms': timings.tlsMs,
    'mayfly.first_byte_ms': timings.firstByteMs,
    'mayfly.download_ms': timings.downloadMs,
    'mayfly.parse_ms': timings.parseMs,
  };
  const known = Object.entries(steps).filter(
    (step): step is [string, number] => step[1] !== undefined,
  );
  return Object.fromEntries(known);
}
