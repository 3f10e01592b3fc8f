import type { AnyTopic, Stream, Topic } from '@mayfly/stream';

/** Makes of a topic as the services know it the one that the engine has. */
export type TopicOf = <T extends AnyTopic | Topic<never>>(topic: T) => T;

/** The same stream with other topics in the engine than those that its users name. */
export function translatedStream(stream: Stream, topicOf: TopicOf): Stream {
  return {
    publish: (topic, messages, options) =>
      stream.publish(topicOf(topic as never), messages, options),
    consume: (options) => stream.consume({ ...options, topic: topicOf(options.topic as never) }),
    lag: (topic, group) => stream.lag(topicOf(topic), group),
    publishing: () => stream.publishing(),
    deadLetters: (topic, group) => stream.deadLetters(topicOf(topic), group),
    prepare: (topics) => stream.prepare(topics.map((topic) => topicOf(topic))),
    isReady: () => stream.isReady(),
    close: () => stream.close(),
  };
}
