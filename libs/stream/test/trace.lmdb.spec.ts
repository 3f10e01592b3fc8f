import { afterAll, afterEach, beforeEach, describe } from '@jest/globals';
import { collectTelemetry } from '@mayfly/telemetry/testing';
import { traceCases } from './conformance/trace-cases.ts';
import type { Engine } from './harness.ts';
import { lmdbEngine } from './lmdb-engine.ts';

const telemetry = collectTelemetry();

describe('traces through LMDB', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await lmdbEngine();
  });
  afterEach(() => engine.closeAll());
  afterAll(() => telemetry.stop());

  traceCases(
    () => engine,
    () => telemetry,
  );
});
