import { afterEach, beforeEach, describe } from '@jest/globals';
import { modelCases } from './conformance/model-cases.ts';
import type { Engine } from './harness.ts';
import { lmdbEngine } from './lmdb-engine.ts';

describe('random lives of a group on LMDB', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await lmdbEngine();
  });
  afterEach(() => engine.closeAll());

  modelCases(() => engine, 30);
});
