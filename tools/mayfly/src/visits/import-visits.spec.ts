import { describe, expect, it } from '@jest/globals';
import type { ReportVisitsRequest } from '@mayfly/contracts/scheduler/v1';
import { CrawlError } from '@mayfly/errors';
import { linesOf } from '../import/lines.ts';
import { BEGINNING, importVisits, type VisitImport, type VisitPlace } from './import-visits.ts';
import { readJsonVisit } from './json-visits.ts';
import { visitBatches } from './visit-batches.ts';

const LINES = Array.from({ length: 25_000 }, (_, at) =>
  JSON.stringify({ url: `http://a.test/${at}`, time: 1_790_000_000 }),
);

/** A scheduler that fails at some calls; every seventh visit it refuses. */
function scheduler(failing: readonly number[] = [], error = new CrawlError('STREAM_AWAY', 'away')) {
  const taken: string[] = [];
  let calls = 0;
  const reportVisits = async (
    requests: AsyncIterable<ReportVisitsRequest> | Iterable<ReportVisitsRequest>,
  ) => {
    calls += 1;
    const urls: string[] = [];
    for await (const { visits } of requests) urls.push(...visits.map(({ url }) => url));
    if (failing.includes(calls)) throw error;
    taken.push(...urls);
    const refused = Math.floor(urls.length / 7);
    const reasons = refused > 0 ? [{ reason: 6 as const, visits: refused }] : [];
    return { taken: urls.length - refused, refused: reasons };
  };
  return { taken, client: async () => ({ reportVisits }) };
}

function orderOf(text: string, over: Partial<VisitImport> & Pick<VisitImport, 'client'>) {
  const from = over.from ?? BEGINNING;
  const chunks = async function* () {
    yield Buffer.from(text).subarray(from.bytes);
  };
  const place = { line: from.line, hasHeader: false };
  return {
    batches: visitBatches(linesOf(chunks(), 0), readJsonVisit, place),
    ...{ from, offsetBytes: from.bytes, reached: async () => {}, wait: async () => {} },
    stop: new AbortController().signal,
    ...over,
  };
}

describe('an import of visits', () => {
  it('tells what became of every line', async () => {
    const text = [...LINES, '{', '{}', '', 'x'].join('\n');
    const { taken, client } = scheduler();
    const { place, hasEnded } = await importVisits(orderOf(text, { client }));
    const { counts } = place;
    const refused = counts.refused['robot']!;
    expect([hasEnded, place.line, counts.taken + refused]).toEqual([true, 25_004, 25_000]);
    expect(taken).toHaveLength(25_000);
    expect(counts.bad).toEqual({ 'not a JSON object': 2, 'no url': 1 });
    expect(counts.badLines.map(({ line }) => line)).toEqual([25_001, 25_002, 25_004]);
  });

  it('sends again what was not answered', async () => {
    const { taken, client } = scheduler([1, 2, 4]);
    const { hasEnded } = await importVisits(orderOf(LINES.join('\n'), { client }));
    expect([hasEnded, new Set(taken).size, taken.length]).toEqual([true, 25_000, 25_000]);
  });

  it('gives up where trying again is of no use', async () => {
    const { client } = scheduler([2], new CrawlError('REQUEST_INVALID', 'nonsense'));
    const places: VisitPlace[] = [];
    const reached = async (place: VisitPlace) => void places.push(place);
    await expect(
      importVisits(orderOf(LINES.join('\n'), { client, reached })),
    ).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    expect(places.map(({ line }) => line)).toEqual([10_000]);
  });

  it('goes on at a place', async () => {
    const places: VisitPlace[] = [];
    const reached = async (place: VisitPlace) => void places.push(place);
    const text = LINES.join('\n');
    await importVisits(orderOf(text, { client: scheduler().client, reached }));
    const { taken, client } = scheduler();
    const { place } = await importVisits(orderOf(text, { client, from: places[0]! }));
    expect([taken.length, taken[0]]).toEqual([15_000, 'http://a.test/10000']);
    expect(place).toEqual(places[2]);
  });

  it('that is stopped has all that it sent answered', async () => {
    const stop = new AbortController();
    const { taken, client } = scheduler();
    const reached = async () => stop.abort();
    const order = orderOf(LINES.join('\n'), { client, reached, stop: stop.signal });
    const { place, hasEnded } = await importVisits(order);
    expect([hasEnded, place.line]).toEqual([false, taken.length]);
    expect(taken.length).toBeLessThan(25_000);
  });

  it('of nothing but junk ends too, and tells of it on the way', async () => {
    const { taken, client } = scheduler();
    let told = 0;
    const reached = async () => void (told += 1);
    const { place } = await importVisits(orderOf('junk\n'.repeat(250_000), { client, reached }));
    expect([place.line, taken.length, told]).toEqual([250_000, 0, 3]);
    expect(place.counts.badLines).toHaveLength(5);
  });
});
