import { CrawlError } from '@mayfly/errors';

/** What engines need to know of a topic, whatever its messages are. */
export interface AnyTopic {
  readonly name: string;
  /** Fixed for good: with another number a key would move, and its positions would go back. */
  readonly partitions: number;
  /** How long Kafka keeps a message. The embedded log keeps it until every group has committed. */
  readonly retentionMs: number;
  /** Every group that consumes it. */
  readonly groups: readonly string[];
}

/** A stream of one kind of message, the same on every engine. Declared once, beside the contract of the message. */
export interface Topic<M> extends AnyTopic {
  /** Order holds among messages of one key. */
  readonly key: (message: M) => string;
  readonly encode: (message: M) => Uint8Array;
  /** Throws when the bytes are not a message; they become a dead letter then. */
  readonly decode: (bytes: Uint8Array) => M;
}

// What Kafka allows, less so much that the names of retry and dead-letter streams fit too.
const NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$/;
const MAX_PARTITIONS = 1_024;

/** Checks a declaration; a wrong one is a bug and found when the process starts. */
export function defineTopic<M>(topic: Topic<M>): Topic<M> {
  const problems = [
    NAME.test(topic.name) ? '' : `name: must match ${NAME.source}`,
    Number.isInteger(topic.partitions) &&
    topic.partitions >= 1 &&
    topic.partitions <= MAX_PARTITIONS
      ? ''
      : `partitions: must be from 1 to ${MAX_PARTITIONS}`,
    topic.retentionMs > 0 ? '' : 'retentionMs: must be above 0',
    topic.groups.length > 0 ? '' : 'groups: must name at least one group',
    new Set(topic.groups).size === topic.groups.length ? '' : 'groups: must be different',
    ...topic.groups.map((group) =>
      NAME.test(group) ? '' : `groups: ${group} must match ${NAME.source}`,
    ),
  ].filter((problem) => problem !== '');
  if (problems.length > 0) throw new Error(`topic ${topic.name}: ${problems.join('; ')}`);
  return Object.freeze({ ...topic, groups: Object.freeze([...topic.groups]) });
}

/** The stream that gives dead letters back to one group; it has one partition. */
export function retryStreamName(topic: { readonly name: string }, group: string): string {
  return `${topic.name}.${group}.retry`;
}

/** Where the dead letters of one group lie; it has one partition. */
export function deadStreamName(topic: { readonly name: string }, group: string): string {
  return `${topic.name}.${group}.dead`;
}

/** Refuses a group that the topic does not declare: nothing would be kept for it. */
export function checkGroup(topic: AnyTopic, group: string): void {
  if (!topic.groups.includes(group)) {
    throw new CrawlError(
      'STREAM_NOT_PREPARED',
      `topic ${topic.name}: group ${group} is not declared; it has ${topic.groups.join(', ')}`,
    );
  }
}
