import { describe, expect, it } from '@jest/globals';
import { readSchedulerResult, schedulerLine } from './scheduler-result.ts';

describe('the result of a run', () => {
  it('is found among whatever else was written', () => {
    const result = { planSeconds: [1, 2], bytesPerSource: 190, decisionUs: 15 };
    expect(readSchedulerResult(`a warning\n${schedulerLine(result)}`)).toEqual(result);
    expect(readSchedulerResult('nothing')).toBeUndefined();
  });
});
