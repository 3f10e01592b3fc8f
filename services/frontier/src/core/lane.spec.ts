import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import type { HostKey } from '@mayfly/url';
import type { RowId } from './row-id.ts';
import { Books } from './books.ts';
import { HostState, newHost } from './host-state.ts';
import { Lane } from './lane.ts';
import type { Changes, Tables } from './ports.ts';
import { type HostRow, REST } from './rows.ts';

const HOST = 'a.test' as HostKey;
const URL_KEY = { bucket: 0, crawl: 'news', host: HOST, id: '0123456789' as RowId };

/** A lane over tables that read as slowly as a test wants. */
function slowLane() {
  const reading = Promise.withResolvers<void>();
  const written: Changes[] = [];
  const tables = {
    urls: async (keys: readonly unknown[]) => {
      await reading.promise;
      return keys.map(() => undefined);
    },
    hosts: async (keys: readonly unknown[]) => keys.map(() => undefined),
    bucketState: async () => ({
      ...{ turn: 0, ledgers: [], budgets: [], activeHosts: [] },
    }),
    write: async (_: number, __: number, changes: Changes) => {
      written.push(changes);
      return 'applied';
    },
  } as unknown as Tables;
  const lane = new Lane(
    { bucket: 0, epoch: 1 },
    {
      ...{ tables, books: new Books(), clock: new FakeClock(), hashedRows: 2 },
      meet: (_, row) => new HostState(row, { untilMs: 0, reason: REST.none }),
      reloaded: () => {},
      changed: () => {},
    },
  );
  return { lane, written, goOn: reading.resolve };
}

describe('Lane', () => {
  it('knows a host that leaves memory while its URLs are being read', async () => {
    const { lane, written, goOn } = slowLane();
    const row: HostRow = { ...newHost(0, HOST), attempt: 7 };
    lane.hosts.set(HOST, new HostState(row, { untilMs: 0, reason: REST.none }));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    lane.push({
      ...{ size: 1, urls: [URL_KEY], done: resolve, failed: reject },
      apply: (turn) => turn.changeHost(HOST, { failures: 1 }),
    });
    await new Promise(setImmediate);
    lane.hosts.delete(HOST);
    goOn();
    await promise;
    expect(written[0]?.hosts).toEqual([{ before: row, after: { ...row, failures: 1 } }]);
  });
});
