import { describe, expect, it } from '@jest/globals';
import { startPolicy, TinyWeb } from './foreign-simulator.ts';

const RATE = 1 / 60;
const HOUR = 3_600;

/** Drives a policy for a day and a half, as a simulator that knows nothing of it would. */
async function drive(name: string) {
  const web = new TinyWeb();
  const policy = startPolicy(name);
  policy.say({ init: { rate: RATE, seed: 1, sources: web.sources, feedback: 'all' } });
  let told = 0;
  for (let at = 0; at < 36 * HOUR; at += 1 / RATE) {
    for (; told + HOUR <= at; told += HOUR) {
      policy.say({ visits: web.visits(told, told + HOUR), from: told, to: told + HOUR });
    }
    policy.say({ next: at });
    const { url } = JSON.parse((await policy.answer())!) as { url: string | null };
    if (url !== null) policy.say({ crawled: web.crawl(url, at) });
  }
  return { caught: web.caught, ...(await policy.end()) };
}

describe('policy NAME --stdio', () => {
  it('is driven by a foreign simulator, and mayfly learns what is read', async () => {
    const [bfs, mayfly] = await Promise.all([drive('bfs'), drive('mayfly')]);
    expect([bfs.code, mayfly.code, bfs.stderr, mayfly.stderr]).toEqual([0, 0, '', '']);
    expect(mayfly.caught).toBeGreaterThan(1.3 * bfs.caught);
  });

  it('answers what was asked before a bad line, then names the line and ends with 2', async () => {
    const policy = startPolicy('mayfly');
    policy.sayRaw('{"init":{"rate":1,"sources":["http://a.test/"]}}\n{"next":0}\n{"next":\n');
    expect(await policy.answer()).toBe('{"url":"http://a.test/"}');
    const { code, stderr } = await policy.end();
    expect([code, stderr]).toEqual([2, expect.stringContaining('line 3: no JSON')]);
  });

  it('takes lines in pieces, and the last one without its end', async () => {
    const policy = startPolicy('bfs');
    for (const piece of [
      '{"init":{"rate":1,"sour',
      'ces":["http://ä.test/"]}}',
      '\n{"next',
      '":0}',
    ]) {
      policy.sayRaw(piece);
    }
    const { code } = await policy.end();
    expect([code, await policy.answer()]).toEqual([0, '{"url":"http://ä.test/"}']);
  });

  it('refuses a policy that there is not', async () => {
    const { code, stderr } = await startPolicy('steam').end();
    expect([code, stderr]).toEqual([2, expect.stringContaining('no policy called steam')]);
  });
});
