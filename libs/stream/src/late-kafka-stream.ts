import type { KafkaStreamOptions } from './kafka/open-kafka-stream.ts';
import type { Stream } from './stream.ts';

/**
 * Opens streams on Kafka. It connects when it is used, so Kafka may come up later than we do. Loads the driver: whoever has
 * LMDB needs none.
 */
export async function openKafkaStream(options: KafkaStreamOptions): Promise<Stream> {
  const kafka = await import('./kafka/open-kafka-stream.ts');
  return kafka.openKafkaStream(options);
}
