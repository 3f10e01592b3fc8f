import type { FetchEnded } from '@mayfly/contracts/events/v1';
import { errorCodeOf } from '@mayfly/errors';
import type { Headers, Received } from '@mayfly/stream';
import {
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { TELEMETRY } from '../events.ts';

/** The part of an attempt's trace that happens here. */
export interface AttemptSpan {
  /** What an announcement carries, so that whoever hears it is in the same trace. */
  readonly headers: Readonly<Record<string, string>>;
  end(error: Error | undefined): void;
}

/**
 * Goes on with the trace that the fetcher's message carries. The span of the batch belongs to many attempts and so to none
 * of their traces; this one is a child of the fetcher's span and only linked to the batch.
 */
export function startAttemptSpan(
  tracer: Tracer,
  { message, headers }: Received<FetchEnded>,
): AttemptSpan {
  const published = propagation.extract(ROOT_CONTEXT, headers, headerGetter);
  const span = tracer.startSpan(
    TELEMETRY.recordAttempt.name,
    {
      kind: SpanKind.CONSUMER,
      links: batchLink(),
      attributes: { 'mayfly.host': message.host, 'mayfly.attempt': message.attempt },
    },
    published,
  );
  const carrier: Record<string, string> = {};
  propagation.inject(trace.setSpan(published, span), carrier);
  return {
    headers: carrier,
    end: (error) => {
      if (error !== undefined) {
        span.setAttribute('error.type', errorCodeOf(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

function batchLink(): Link[] {
  const batch = trace.getSpanContext(context.active());
  return batch === undefined ? [] : [{ context: batch }];
}

const headerGetter: TextMapGetter<Headers> = {
  keys: (headers) => Object.keys(headers),
  get: (headers, name) => {
    const value = headers[name];
    return value === undefined ? undefined : Buffer.from(value).toString();
  },
};
