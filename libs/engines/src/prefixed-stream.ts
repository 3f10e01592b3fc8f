import { type AnyTopic, defineTopic, type Stream, type Topic } from '@mayfly/stream';
import { translatedStream } from './translated-stream.ts';

/** The same stream with other names in the broker, so that several suites can share one. */
export function prefixedStream(stream: Stream, prefix: string): Stream {
  return translatedStream(stream, (topic) => prefixed(topic, prefix));
}

/** A topic under its name in the broker. */
export function prefixed<T extends AnyTopic>(topic: T, prefix: string): T {
  return prefix === ''
    ? topic
    : (defineTopic({
        ...(topic as never as Topic<never>),
        name: `${prefix}${topic.name}`,
      }) as never);
}
