import { type AnyTopic, defineTopic, type Stream, type Topic } from '@mayfly/stream';

/** The same stream with other names in the broker, so that several suites can share one. */
export function prefixedStream(stream: Stream, prefix: string): Stream {
  const topicOf = <T extends AnyTopic | Topic<never>>(topic: T): T => prefixed(topic, prefix);
  return {
    publish: (topic, messages, options) =>
      stream.publish(topicOf(topic as never), messages, options),
    consume: (options) => stream.consume({ ...options, topic: topicOf(options.topic as never) }),
    lag: (topic, group) => stream.lag(topicOf(topic), group),
    publishing: () => stream.publishing(),
    deadLetters: (topic, group) => stream.deadLetters(topicOf(topic), group),
    prepare: (topics) => stream.prepare(topics.map(topicOf)),
    isReady: () => stream.isReady(),
    close: () => stream.close(),
  };
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
