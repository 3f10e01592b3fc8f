import { describe, expect, it } from '@jest/globals';
import type { SubmitUrlsRequest, SubmitUrlsResponse } from '@mayfly/contracts/frontier/v1';
import { CrawlError } from '@mayfly/errors';
import { BEGINNING, type Import, importUrls, type Place } from './import-urls.ts';

const NEW = 1;

/** A frontier that fails so often, each time after two batches. */
function frontierThatFails(times: number, error: CrawlError) {
  const taken: string[] = [];
  let failures = 0;
  const submitUrlStream = async function* (
    requests: AsyncIterable<SubmitUrlsRequest> | Iterable<SubmitUrlsRequest>,
  ): AsyncGenerator<SubmitUrlsResponse> {
    let batches = 0;
    for await (const { submissions } of requests) {
      if (failures < times && batches === 2) {
        failures += 1;
        throw error;
      }
      batches += 1;
      taken.push(...submissions.map(({ url }) => url));
      const results = submissions.map(() => ({ answer: NEW, rule: '', url: '' }) as const);
      yield { results, owners: [] };
    }
  };
  return { taken, client: async () => ({ submitUrlStream }) };
}

function importOf(text: string, over: Partial<Import> & Pick<Import, 'client'>): Import {
  const input = {
    identity: undefined,
    read: async function* (fromBytes: number) {
      yield Buffer.from(text).subarray(fromBytes);
    },
    ...{ skipBytes: () => 0, share: () => undefined, close: () => {} },
  };
  return {
    ...{ input, crawl: 'news', from: BEGINNING, reached: async () => {} },
    ...{ stop: new AbortController().signal, wait: async () => {} },
    owners: { complete: async (_request, { results }) => results },
    ...over,
  };
}

const URLS = Array.from({ length: 10_500 }, (_, at) => `http://a.test/${at}`);

describe('an import', () => {
  it('goes on by another stream when one breaks, and counts nothing twice', async () => {
    const { taken, client } = frontierThatFails(3, new CrawlError('DEPENDENCY_AWAY', 'away'));
    const { place, hasEnded } = await importUrls(importOf(URLS.join('\n'), { client }));
    expect([hasEnded, place.line, place.counts.newUrls]).toEqual([true, 10_500, 10_500]);
    expect(new Set(taken)).toEqual(new Set(URLS));
  });

  it('sends what it was still reading when a stream broke by the next one', async () => {
    const { promise: hasCome, resolve: come } = Promise.withResolvers<void>();
    const taken: string[] = [];
    let streams = 0;
    const submitUrlStream = async function* (
      requests: AsyncIterable<SubmitUrlsRequest> | Iterable<SubmitUrlsRequest>,
    ): AsyncGenerator<SubmitUrlsResponse> {
      const messages = (requests as AsyncIterable<SubmitUrlsRequest>)[Symbol.asyncIterator]();
      streams += 1;
      for (let batches = 0; ; batches += 1) {
        const coming = messages.next();
        if (streams === 1 && batches === 1) throw new CrawlError('DEPENDENCY_AWAY', 'away');
        if (streams === 2) come();
        const read = await coming;
        if (read.done === true) return;
        const { submissions } = read.value;
        taken.push(...submissions.map(({ url }) => url));
        const results = submissions.map(() => ({ answer: NEW, rule: '', url: '' }) as const);
        yield { results, owners: [] };
      }
    };
    const order = importOf('', { client: async () => ({ submitUrlStream }) });
    const read = async function* () {
      yield Buffer.from(`${URLS.slice(0, 1_000).join('\n')}\n`);
      await hasCome;
      yield Buffer.from(URLS.slice(1_000, 3_000).join('\n'));
    };
    const { place } = await importUrls({ ...order, input: { ...order.input, read } });
    expect([place.counts.newUrls, taken]).toEqual([3_000, URLS.slice(0, 3_000)]);
  });

  it('gives up where trying again is of no use', async () => {
    const { client } = frontierThatFails(1, new CrawlError('REQUEST_INVALID', 'nonsense'));
    const places: Place[] = [];
    const reached = async (place: Place) => void places.push(place);
    await expect(importUrls(importOf(URLS.join('\n'), { client, reached }))).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
    });
    expect(places.map(({ line }) => line)).toEqual([1_000, 2_000]);
  });

  it('goes on at a place', async () => {
    const text = URLS.slice(0, 1_500).join('\n');
    const places: Place[] = [];
    const reached = async (place: Place) => void places.push(place);
    await importUrls(importOf(text, { ...frontierThatFails(0, undefined as never), reached }));
    const { taken, client } = frontierThatFails(0, undefined as never);
    const { place } = await importUrls(importOf(text, { client, from: places[0]! }));
    expect(taken).toEqual(URLS.slice(1_000, 1_500));
    expect(place).toEqual(places[1]);
  });

  it('counts bad lines where there is nothing else', async () => {
    const { client } = frontierThatFails(0, undefined as never);
    const { place, hasEnded } = await importUrls(importOf('{"a":1}\n{\n\n', { client }));
    expect([hasEnded, place.counts.bad, place.line]).toEqual([true, 2, 3]);
  });

  it('that is stopped has all that it sent answered', async () => {
    const stop = new AbortController();
    const { taken, client } = frontierThatFails(0, undefined as never);
    const reached = async () => stop.abort();
    const order = importOf(URLS.join('\n'), { client, reached, stop: stop.signal });
    const { place, hasEnded } = await importUrls(order);
    expect([hasEnded, place.counts.newUrls]).toEqual([false, taken.length]);
    expect(taken.length).toBeLessThan(URLS.length);
  });
});
