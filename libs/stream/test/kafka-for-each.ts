import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Engine } from './harness.ts';
import { kafkaEngine, sharedKafka } from './kafka-engine.ts';

/** A fresh Kafka engine for each test of the describe around it, on the brokers that all specs share. */
export function kafkaForEach(): () => Engine {
  let servers: Awaited<ReturnType<typeof sharedKafka>>;
  let engine: Engine;
  beforeAll(async () => {
    servers = await sharedKafka();
  });
  afterAll(() => servers.stop());
  beforeEach(() => {
    engine = kafkaEngine(servers.brokers);
  });
  afterEach(() => engine.closeAll());
  return () => engine;
}
