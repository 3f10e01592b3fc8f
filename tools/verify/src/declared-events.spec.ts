import { describe, expect, it } from '@jest/globals';
import { eventProblems } from './declared-events.ts';

describe('eventProblems', () => {
  it.each(["log.info({ event: 'urls.leased' })", 'log.info({ event: `x` })'])(
    'refuses an event that is named where it is logged: %s',
    (text) => {
      expect(eventProblems('a.ts', text)).toEqual([
        'a.ts: an event that is not in a TELEMETRY list',
      ]);
    },
  );

  it.each(["meter.createCounter('x')", "meter.createObservableGauge('x')"])(
    'refuses an instrument that is made by hand: %s',
    (text) => {
      expect(eventProblems('a.ts', text)).toEqual([
        'a.ts: an instrument that is not made from a TELEMETRY list',
      ]);
    },
  );

  it('takes names from the list', () => {
    const text = 'log.info({ event: TELEMETRY.leased.name }); counterOf(scope, TELEMETRY.urls);';
    expect(eventProblems('a.ts', text)).toEqual([]);
  });
});
