export { type AnyTopic, defineTopic, type Topic } from './topic.ts';
export type {
  Consumer,
  ConsumeOptions,
  Handle,
  Headers,
  Lag,
  Origin,
  Publishing,
  PublishOptions,
  Received,
  Stream,
  StreamLog,
} from './stream.ts';
export type { DeadLetter, DeadLetters } from './dead-letter.ts';
export { MAX_MESSAGE_BYTES } from './outgoing.ts';
export { keyPartition } from './key-partition.ts';
export { type LmdbStreamOptions, openLmdbStream } from './lmdb/open-lmdb-stream.ts';
export type { KafkaConnection } from './kafka/client.ts';
export type { KafkaStreamOptions } from './kafka/open-kafka-stream.ts';
export { openKafkaStream } from './late-kafka-stream.ts';
export { TELEMETRY } from './telemetry-names.ts';
