import { describe, expect, it } from '@jest/globals';
import type { ReportVisitsRequest } from '@mayfly/contracts/scheduler/v1';
import type { Visit } from '@mayfly/demo-world';
import { CrawlError } from '@mayfly/errors';
import { collectLog } from '@mayfly/telemetry/testing';
import { FakeClock } from '@mayfly/testing';
import { reporterOf } from './demo-visits.ts';

collectLog();

function open() {
  const clock = new FakeClock();
  const batches: string[][] = [];
  const parts = { isAway: false, isClosed: false, batches, clock, heard: (_: Visit) => {} };
  const scheduler = {
    reportVisits: async (
      requests: AsyncIterable<ReportVisitsRequest> | Iterable<ReportVisitsRequest>,
    ) => {
      if (parts.isAway) throw new CrawlError('DEPENDENCY_AWAY', 'away');
      for await (const { visits } of requests) batches.push(visits.map(({ url }) => url));
      return { taken: 1, refused: [] };
    },
    close: async () => void (parts.isClosed = true),
  };
  const onVisit = (listener: (visit: Visit) => void) => {
    parts.heard = listener;
    return () => void (parts.heard = () => {});
  };
  return { parts, reporter: reporterOf({ onVisit }, scheduler, clock) };
}

const visit = (url: string): Visit => ({ url, atMs: 1, reader: 'me' });

describe('readers of the demo world', () => {
  it('report once a second, and nothing where nothing was read', async () => {
    const { parts, reporter } = open();
    await parts.clock.advance(3_000);
    expect(parts.batches).toEqual([]);
    for (const url of ['a', 'b']) parts.heard(visit(url));
    await parts.clock.advance(1_000);
    parts.heard(visit('c'));
    await parts.clock.advance(1_000);
    expect(parts.batches).toEqual([['a', 'b'], ['c']]);
    await reporter.close();
    expect(parts.isClosed).toBe(true);
  });

  it('report later what a scheduler that was away has not heard, the newest of too many', async () => {
    const { parts, reporter } = open();
    parts.isAway = true;
    for (let at = 0; at < 12_000; at += 1) parts.heard(visit(`${at}`));
    await parts.clock.advance(10_000);
    parts.isAway = false;
    await parts.clock.advance(20_000);
    expect([parts.batches.flat().length, parts.batches[0]![0]]).toEqual([10_000, '2000']);
    await reporter.close();
  });
});
