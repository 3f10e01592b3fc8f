import { describe, expect, it } from '@jest/globals';
import { RateLine } from './rate-line.ts';

describe('a line of progress', () => {
  const lineOf = (isTerminal: boolean) => {
    const written: string[] = [];
    const clock = { nowMs: 0, monotonicMs: () => clock.nowMs };
    const write = (text: string) => void written.push(text);
    return {
      clock,
      written,
      line: new RateLine('URLs', { clock, atFirst: 100, isTerminal, write }),
    };
  };

  it('tells count, rate and share, at most once a second', () => {
    const { clock, written, line } = lineOf(false);
    line.show(500, 0.1);
    clock.nowMs = 2_000;
    line.show(1_100, 0.255);
    clock.nowMs = 2_900;
    line.show(1_200, 0.3);
    clock.nowMs = 3_000;
    line.show(1_300, undefined);
    line.end();
    expect(written).toEqual(['1100 URLs, 500/s, 25.5 %\n', '1300 URLs, 200/s\n']);
  });

  it('stays one line at a terminal', () => {
    const { clock, written, line } = lineOf(true);
    clock.nowMs = 1_000;
    line.show(200, undefined);
    line.end();
    expect(written.join('')).toMatch(/^\r200 URLs, 100\/s +\n$/);
  });
});
