import { describe, expect, it, jest } from '@jest/globals';
import { Closer } from '@mayfly/lifecycle';
import { testEngines } from '@mayfly/service-testing';
import { collectLog } from '@mayfly/telemetry/testing';
import { loadConfig, openFrontier } from '../src/service.ts';
import { ownersTable } from '../src/store/owners-table.ts';
import { put } from '@mayfly/store';
import { crawlOf, startFrontier } from './frontier-harness.ts';

jest.setTimeout(120_000);
collectLog();

const SETTINGS = { FRONTIER_GRPC_ADDRESS: '127.0.0.1:0' };

describe('a second frontier of the same data', () => {
  it('refuses to start and says who has it; once the first has gone it starts', async () => {
    await using engines = await testEngines('cluster');
    const first = await startFrontier(engines, { FRONTIER_INSTANCE: 'the-first' });
    await first.client.putCrawls({ crawls: [crawlOf('news')] });
    const closer = new Closer();
    const second = openFrontier(loadConfig(SETTINGS), closer, await engines.open());
    await expect(second).rejects.toMatchObject({
      code: 'STORE_IN_USE',
      message: expect.stringContaining('the-first'),
    });
    await closer.close();
    await expect(first.client.getLedger({ crawl: 'news' })).resolves.toMatchObject({ known: 0 });
    await first.stop();
    await using after = await startFrontier(engines);
    await expect(after.client.getLedger({ crawl: 'news' })).resolves.toMatchObject({ known: 0 });
  });

  it('that took the tables shuts the first out: it writes nothing more and is told to end', async () => {
    await using engines = await testEngines('cluster');
    let lost: unknown;
    await using first = await startFrontier(engines, {}, { onLost: (error) => (lost = error) });
    await first.client.putCrawls({ crawls: [crawlOf('news')] });
    const store = await (await engines.open()).openStore([ownersTable]);
    for (let bucket = 0; bucket < 64; bucket += 1) {
      const owner = { epoch: 99, beat: 0, instance: 'other', released: false };
      await store.write([{ writes: [put(ownersTable, { bucket, ...owner })] }]);
    }
    await expect(
      first.client.putCrawls({ crawls: [crawlOf('news', { revision: 2 })] }),
    ).rejects.toMatchObject({ code: 'OWNER_LOST' });
    expect(lost).toMatchObject({ code: 'OWNER_LOST' });
    await store.close();
  });
});
