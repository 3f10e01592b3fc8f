import { describe, expect, it } from '@jest/globals';
import { AttemptTimes } from '@mayfly/contracts/crawl/v1';
import { durationOf } from '@mayfly/grpc';
import { stepsOf, waterfall } from './waterfall.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);
const times: AttemptTimes = {
  ...AttemptTimes.decode(new Uint8Array()),
  ...{ discoverTime: at(0), scheduleTime: at(100), dueTime: at(100), leaseTime: at(40_000) },
  ...{
    requestTime: at(40_010),
    dns: durationOf(5),
    connect: durationOf(20),
    firstByte: durationOf(300),
  },
  ...{ download: durationOf(50), parse: durationOf(15), publishTime: at(40_420) },
  ...{ receiveTime: at(40_450), judgeTime: at(40_460), recordTime: at(40_470) },
};

describe('stepsOf', () => {
  it('lasts as long as the attempt did, without a hole between two steps', () => {
    const steps = stepsOf(times);
    expect(steps.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)).toBe(40_470);
    steps.slice(1).forEach((step, before) => expect(step.fromMs).toBe(steps[before]!.toMs));
  });

  it('leaves out what never happened', () => {
    const names = stepsOf({ leaseTime: at(0), requestTime: at(5) }).map(({ name }) => name);
    expect(names).toEqual(['waiting for its turn', 'lease to request']);
  });

  it('lets no step end before it began, when two clocks differ', () => {
    expect(
      stepsOf({ ...times, receiveTime: at(1) }).every(({ fromMs, toMs }) => toMs >= fromMs),
    ).toBe(true);
  });
});

describe('waterfall', () => {
  it('shows where the forty seconds went', () => {
    const lines = waterfall(times, 80).split('\n');
    const longest = lines.toSorted((a, b) => b.split('█').length - a.split('█').length)[0];
    expect(longest).toContain('waiting for its turn');
    expect(longest).toContain('39.9 s');
    expect(lines.every((line) => line.length <= 80)).toBe(true);
  });

  it('says so when there are no times', () => {
    expect(waterfall({})).toContain('no times');
  });
});
