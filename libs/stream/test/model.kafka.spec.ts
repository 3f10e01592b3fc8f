import { describe } from '@jest/globals';
import { modelCases } from './conformance/model-cases.ts';
import { kafkaForEach } from './kafka-for-each.ts';

describe('random lives of a group on Kafka', () => {
  modelCases(kafkaForEach(), 8);
});
