import { describe } from '@jest/globals';
import { deadLetterCases } from './conformance/dead-letter-cases.ts';
import { groupCases } from './conformance/group-cases.ts';
import { lagCases } from './conformance/lag-cases.ts';
import { publishCases } from './conformance/publish-cases.ts';
import { kafkaForEach } from './kafka-for-each.ts';

describe('a stream on Kafka', () => {
  const engine = kafkaForEach();

  describe('for publishers', () => publishCases(engine));
  describe('for groups', () => groupCases(engine));
  describe('with bad messages', () => deadLetterCases(engine));
  describe('for operators', () => lagCases(engine));
});
