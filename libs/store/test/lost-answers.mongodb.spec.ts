import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@mayfly/clock';
import { insert, openMongoStore, type Part, present, put, remove, replace } from '@mayfly/store';
import { urlsTable } from './conformance/sample-tables.ts';
import { type LossyProxy, lossyProxy } from './faults/lossy-proxy.ts';
import { newDatabase, sharedMongo } from './mongo-server.ts';

let server: Awaited<ReturnType<typeof sharedMongo>>;
beforeAll(async () => {
  server = await sharedMongo();
});
afterAll(() => server.stop());

const row = { url: 'a', state: 'old' };

/** A database with one row, and a store that reaches it through the proxy. */
async function behindProxy(proxy: LossyProxy, timeoutMs: number) {
  const place = newDatabase(server.url);
  const direct = await place.open([urlsTable]);
  await direct.write([{ writes: [put(urlsTable, row)] }]);
  const store = await openMongoStore({
    url: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`,
    database: place.database,
    ...{ tables: [urlsTable], prepare: false, timeoutMs },
    clock: systemClock,
    random: Math.random,
  });
  await store.get(urlsTable, { url: 'a' });
  return { place, direct, store };
}

const serverPort = () => Number(/:(\d+)/.exec(server.url)![1]);

describe('an answer that is lost on the way', () => {
  const changed = { ...row, state: 'new' };
  const parts: [string, string, Part][] = [
    ['of an insert', 'update', { writes: [insert(urlsTable, { url: 'b', state: 'new' })] }],
    [
      'of a replacement',
      'update',
      { writes: [replace(urlsTable, changed, { matches: { state: 'old' } })] },
    ],
    [
      'of a removal',
      'delete',
      { writes: [remove(urlsTable, { url: 'a' }, { matches: { state: 'old' } })] },
    ],
    [
      'of a commit',
      'commitTransaction',
      {
        writes: [replace(urlsTable, changed, { matches: { state: 'old' } })],
        conditions: [present(urlsTable, { url: 'a' })],
      },
    ],
  ];

  it.each(parts)('%s is asked for again and never taken for a refusal', async (_, word, part) => {
    await using proxy = await lossyProxy(serverPort());
    const { place, direct, store } = await behindProxy(proxy, 20_000);
    proxy.loseAnswerTo(word);
    expect(await store.write([part])).toEqual([{ outcome: 'applied' }]);
    expect(proxy.cuts()).toBe(1);
    const [a, b] = await direct.getMany(urlsTable, [{ url: 'a' }, { url: 'b' }]);
    expect(a?.state === 'old' && b === undefined).toBe(false);
    await store.close();
    await place[Symbol.asyncDispose]();
  });

  it('and never comes again makes the end unknown, and reads fail as STORE_AWAY', async () => {
    await using proxy = await lossyProxy(serverPort());
    const { place, direct, store } = await behindProxy(proxy, 4_000);
    proxy.mute();
    const single = { writes: [insert(urlsTable, { url: 'b', state: 'new' })] };
    const several = {
      writes: [put(urlsTable, changed)],
      conditions: [present(urlsTable, { url: 'a' })],
    };
    const answers = await store.write([single, several]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown']);
    await expect(store.get(urlsTable, { url: 'a' })).rejects.toMatchObject({ code: 'STORE_AWAY' });
    expect(await store.isReady()).toBe(false);
    // The single write got through; the transaction never came to its commit.
    expect(await direct.getMany(urlsTable, [{ url: 'a' }, { url: 'b' }])).toEqual([
      row,
      { url: 'b', state: 'new' },
    ]);
    await store.close();
    await place[Symbol.asyncDispose]();
  });
});
