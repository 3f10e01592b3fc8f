import { afterEach, beforeEach, describe } from '@jest/globals';
import { deadLetterCases } from './conformance/dead-letter-cases.ts';
import { groupCases } from './conformance/group-cases.ts';
import { lagCases } from './conformance/lag-cases.ts';
import { publishCases } from './conformance/publish-cases.ts';
import type { Engine } from './harness.ts';
import { lmdbEngine } from './lmdb-engine.ts';

describe('a stream on LMDB', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await lmdbEngine();
  });
  afterEach(() => engine.closeAll());

  describe('for publishers', () => publishCases(() => engine));
  describe('for groups', () => groupCases(() => engine));
  describe('with bad messages', () => deadLetterCases(() => engine));
  describe('for operators', () => lagCases(() => engine));
});
