import {
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type TextMapGetter,
  type Tracer,
} from '@opentelemetry/api';
import { errorCodeOf } from '@mayfly/errors';
import type { Handle, Headers, Received } from '../stream.ts';

/** The answer of a handler that has nothing to say against any of its messages. */
export const NO_ERRORS: readonly undefined[] = [];

/** What a handler said of each message. */
export interface Answers {
  /** One a message, or `NO_ERRORS`. */
  readonly errors: readonly (Error | undefined)[];
  /** False when the handler failed as a whole: nobody knows then which message it was. */
  readonly each: boolean;
}

/** Calls a handler as the runner needs it: it never rejects. */
export type CallHandler<M> = (
  batch: readonly Received<M>[],
  signal: AbortSignal,
) => Promise<Answers>;

/** What spans say about where the messages come from. */
export interface HandlerPlace {
  readonly system: string;
  readonly group: string;
}

/** Wraps a handler: one span a batch, linked to the span that published each message. */
export function handlerCaller<M>(
  handle: Handle<M>,
  { system, group }: HandlerPlace,
  tracer: Tracer,
): CallHandler<M> {
  return (batch, signal) => {
    const { topic, partition } = batch[0]!.origin;
    const options = {
      kind: SpanKind.CONSUMER,
      attributes: {
        'messaging.system': system,
        'messaging.operation.name': 'process',
        'messaging.operation.type': 'process',
        'messaging.destination.name': topic,
        'messaging.destination.partition.id': String(partition),
        'messaging.consumer.group.name': group,
        'messaging.batch.message_count': batch.length,
      },
    };
    return tracer.startActiveSpan(`process ${topic}`, options, ROOT_CONTEXT, async (span) => {
      // Found out only for a span that somebody will see: each message has its own.
      if (span.isRecording()) span.addLinks(batch.flatMap(linkOf));
      const answers = await answersOf(handle, batch, signal);
      const failed = answers.errors.find((error) => error !== undefined);
      if (failed !== undefined) {
        span.setAttribute('error.type', errorCodeOf(failed));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
      return answers;
    });
  };
}

/** A handler that waits for nothing would keep timers, commits and everybody else from their turn. */
export function takingTurns<M>(call: CallHandler<M>): CallHandler<M> {
  return async (batch, signal) => {
    const answers = await call(batch, signal);
    await new Promise(setImmediate);
    return answers;
  };
}

async function answersOf<M>(
  handle: Handle<M>,
  batch: readonly Received<M>[],
  signal: AbortSignal,
): Promise<Answers> {
  try {
    const errors = await handle(batch, { signal });
    if (errors === undefined) return { errors: NO_ERRORS, each: true };
    if (errors.length === batch.length) return { errors, each: true };
    throw new Error(`the handler gave ${errors.length} answers to ${batch.length} messages`);
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { errors: batch.map(() => error), each: false };
  }
}

const headerGetter: TextMapGetter<Headers> = {
  keys: (headers) => Object.keys(headers),
  get: (headers, name) => {
    const value = headers[name];
    return value === undefined ? undefined : Buffer.from(value).toString();
  },
};

function linkOf({ headers }: { readonly headers: Headers }): readonly Link[] {
  if (Object.keys(headers).length === 0) return [];
  const published = propagation.extract(ROOT_CONTEXT, headers, headerGetter);
  const spanContext = trace.getSpanContext(published);
  return spanContext === undefined ? [] : [{ context: spanContext }];
}

/** Runs work of the engine itself outside of whatever span happens to be active. */
export function withoutSpan<T>(work: () => T): T {
  return context.with(ROOT_CONTEXT, work);
}
