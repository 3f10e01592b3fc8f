import { afterAll, afterEach, beforeAll, beforeEach, describe } from '@jest/globals';
import { collectTelemetry } from '@mayfly/telemetry/testing';
import { traceCases } from './conformance/trace-cases.ts';
import type { Engine } from './harness.ts';
import { kafkaEngine, sharedKafka } from './kafka-engine.ts';

const telemetry = collectTelemetry();

describe('traces through Kafka', () => {
  let servers: Awaited<ReturnType<typeof sharedKafka>>;
  let engine: Engine;
  beforeAll(async () => {
    servers = await sharedKafka();
  });
  afterAll(async () => {
    await telemetry.stop();
    await servers.stop();
  });
  beforeEach(() => {
    engine = kafkaEngine(servers.brokers);
  });
  afterEach(() => engine.closeAll());

  traceCases(
    () => engine,
    () => telemetry,
  );
});
