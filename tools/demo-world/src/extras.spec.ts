import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@mayfly/clock';
import { ask } from '../test/ask.ts';
import { logged } from '../test/logged.ts';
import { openDemoWorld } from './demo-world.ts';
import {
  breakOff,
  drip,
  type Extra,
  failing,
  fails,
  hang,
  leadsTo,
  pageWith,
  sitemapOf,
  streamed,
} from './extras.ts';

const URL_OF_TEST = 'http://odd.test/x';
const withExtra = (extra: Record<string, Extra>) =>
  openDemoWorld({ clock: systemClock, frozen: true, articles: 12, extra });

describe('extra behaviour', () => {
  it('is known to the walk where the model can know it', async () => {
    await using world = await withExtra({
      'http://odd.test/x': leadsTo('http://odd.test/y', 302),
      'http://odd.test/y': pageWith('Y', { links: ['http://odd.test/z', 'http://odd.test/w'] }),
      'http://odd.test/z': fails(410),
      'http://odd.test/w': hang(),
    });
    const found = world.reachable({ seeds: [URL_OF_TEST] });
    expect(found.map(({ url, expected }) => [url.at(-1), expected])).toEqual([
      ['x', 'redirect'],
      ['y', 'ok'],
      ['z', 'gone'],
      ['w', 'unforeseen'],
    ]);
    expect((await ask(world.port, URL_OF_TEST)).headers.location).toBe('http://odd.test/y');
    expect((await ask(world.port, 'http://odd.test/z')).status).toBe(410);
  });

  it('can be given to all URLs that begin alike, and taken away', async () => {
    await using world = await withExtra({ 'http://odd.test/*': pageWith('Any') });
    world.setExtra('http://odd.test/special*', fails(404));
    const status = async (path: string) => (await ask(world.port, `http://odd.test${path}`)).status;
    expect([await status('/1'), await status('/special-1')]).toEqual([200, 404]);
    world.setExtra('http://odd.test/*', undefined);
    expect(await status('/1')).toBe(404);
  });

  it('hangs until the world closes or the client goes', async () => {
    await using world = await withExtra({ [URL_OF_TEST]: hang() });
    const asked = ask(world.port, URL_OF_TEST).then(
      () => 'answered',
      () => 'broken',
    );
    await logged(() => expect(world.log.entries.length).toBe(1));
    expect(world.log.entries[0]!.endMs).toBeUndefined();
    await world.close();
    expect(await asked).toBe('broken');
    await logged(() => expect(world.log.entries[0]).toMatchObject({ aborted: true }));
    expect(world.log.entries[0]!.status).toBeUndefined();
  });

  it('breaks off at once or in the middle of the body', async () => {
    await using world = await withExtra({
      [URL_OF_TEST]: breakOff(),
      'http://odd.test/middle': breakOff({ afterBytes: 5_000 }),
    });
    await expect(ask(world.port, URL_OF_TEST)).rejects.toThrow();
    await expect(ask(world.port, 'http://odd.test/middle')).rejects.toThrow();
    await logged(() =>
      expect(world.log.entries.map(({ status, aborted }) => [status, aborted])).toEqual([
        [undefined, true],
        [200, true],
      ]),
    );
  });

  it('streams a body of 30 MB', async () => {
    await using world = await withExtra({ [URL_OF_TEST]: streamed(30_000_000) });
    expect((await ask(world.port, URL_OF_TEST)).body.length).toBe(30_000_000);
  });

  it('drips', async () => {
    await using world = await withExtra({ [URL_OF_TEST]: drip({ pieces: 3, everyMs: 20 }) });
    expect((await ask(world.port, URL_OF_TEST)).body).toBe(
      '<p>Drop 0</p>\n<p>Drop 1</p>\n<p>Drop 2</p>\n',
    );
    await logged(() => {
      const { startMs, endMs } = world.log.entries[0]!;
      expect(endMs! - startMs).toBeGreaterThan(50);
    });
  });

  it('fails so many times and then answers', async () => {
    const extra = failing(2, 503, { then: pageWith('Well'), retryAfterSeconds: 3 });
    await using world = await withExtra({ [URL_OF_TEST]: extra });
    const answers = [];
    for (let i = 0; i < 3; i += 1) answers.push(await ask(world.port, URL_OF_TEST));
    expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
      [503, '3'],
      [503, '3'],
      [200, undefined],
    ]);
  });

  it('has a sitemap of 50,000 links', async () => {
    await using world = await withExtra({ [URL_OF_TEST]: sitemapOf(50_000, 'many.test') });
    const { body } = await ask(world.port, URL_OF_TEST);
    expect(body.match(/<loc>/g)!.length).toBe(50_000);
    expect(world.reachable({ seeds: [URL_OF_TEST] }).length).toBe(50_001);
  });

  it('shows a handler that throws as a failing server', async () => {
    const bad: Extra = () => Promise.reject(new Error('a bug of the test'));
    await using world = await withExtra({ [URL_OF_TEST]: bad });
    const { status, body } = await ask(world.port, URL_OF_TEST);
    expect([status, body]).toEqual([500, 'Error: a bug of the test']);
  });
});
