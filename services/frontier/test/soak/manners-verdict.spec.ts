import { describe, expect, it } from '@jest/globals';
import { type Asked, judgeManners } from './manners-verdict.ts';

const needed = () => ({ delayMs: 100, busyFactor: 2 });
const asked = (path: string, beginMs: number, endMs: number, host = 'a.test'): Asked => ({
  ...{ host, path, beginMs, endMs },
});

describe('judgeManners', () => {
  it('finds nothing where every host rests, and says how close it was', () => {
    const all = [asked('/1', 0, 10), asked('/2', 110.5, 120), asked('/1', 5, 6, 'b.test')];
    expect(judgeManners(all, needed)).toEqual({
      ...{ requests: 3, hosts: 2, pauses: 1, smallestSlackMs: 0.5, tooSoon: [], atOnce: [] },
    });
  });

  it('finds a pause that is a millisecond short', () => {
    const { tooSoon, smallestSlackMs } = judgeManners(
      [asked('/1', 0, 10), asked('/2', 109, 110)],
      needed,
    );
    expect(tooSoon).toEqual(['a.test/2 came 99.000 of 100.000 ms after /1']);
    expect(smallestSlackMs).toBe(-1);
  });

  it('wants a longer pause after an answer that took long', () => {
    const { tooSoon } = judgeManners([asked('/1', 0, 80), asked('/2', 200, 201)], needed);
    expect(tooSoon).toEqual(['a.test/2 came 120.000 of 160.000 ms after /1']);
  });

  it('finds a request that came while another was under way, ended or not', () => {
    const open: Asked = { host: 'b.test', path: '/open', beginMs: 0 };
    const all = [asked('/1', 0, 10), asked('/2', 9, 20), open, asked('/3', 500, 501, 'b.test')];
    expect(judgeManners(all, needed).atOnce).toEqual([
      'a.test/2 came during /1',
      'b.test/3 came during /open',
    ]);
  });
});
