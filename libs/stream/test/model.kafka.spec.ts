import { describe, jest } from '@jest/globals';
import { modelCases } from './conformance/model-cases.ts';
import { kafkaForEach } from './kafka-for-each.ts';

jest.setTimeout(120_000);

describe('random lives of a group on Kafka', () => {
  modelCases(kafkaForEach(), 8);
});
