import { describe, expect, it } from '@jest/globals';
import type {
  Lease,
  LeaseUrlStreamRequest,
  LeaseUrlStreamResponse,
  SubmitUrlsRequest,
} from '@mayfly/contracts/frontier/v1';
import { durationMs } from '@mayfly/grpc';
import type { EngineKind } from '@mayfly/service-testing';
import { eventually, Spoken } from '@mayfly/testing';
import { type FrontierClient, ledgerOf, submissionOf, submitWaiting } from './frontier-harness.ts';
import { frontierPerTest } from './frontier-per-test.ts';

const NEW = 1;
const KNOWN = 2;
const DONE = 1;
const UNKNOWN = 3;

const manyOf = (count: number, over = '') =>
  Array.from({ length: count }, (_, at) => `http://h${at % 60}.test/${over}${at}`);

/** Batches sent and answers heard on the streams, on one pair of engines. */
export function frontierStreamsSuite(kind: EngineKind): void {
  const tested = frontierPerTest(kind);
  const { start, restart, news } = tested;

  describe(`a stream of submissions to a frontier on ${kind} engines`, () => {
    it('is answered batch by batch, in their order, and all of it is remembered', async () => {
      await start();
      await news();
      const batches = Array.from({ length: 30 }, (_, at) => batchOf(manyOf(50, `${at}-`)));
      const again = batchOf(manyOf(50, '3-'), { source: 'http://a.test/', attempt: 1 });
      const answers = await all(tested.client.submitUrlStream([...batches, again]));
      expect(answers.map(({ results }) => [results.length, results[0]!.answer])).toEqual([
        ...batches.map(() => [50, NEW]),
        [50, KNOWN],
      ]);
      await restart();
      expect(await ledgerOf(tested.client, 'news')).toMatchObject({ known: 1_500, parked: 1_500 });
    });

    it('says a URL only where it is not the one that was submitted', async () => {
      await start();
      await news();
      const urls = [
        'http://a.test/',
        'HTTP://A.test:80/x#y',
        'ftp://a.test/',
        'http://no.example/',
      ];
      const [answer] = await all(tested.client.submitUrlStream([batchOf(urls)]));
      expect(answer!.results.map(({ url, rule }) => [url, rule])).toEqual([
        ['', ''],
        ['http://a.test/x', ''],
        ['', 'scheme'],
        ['', 'scope'],
      ]);
    });

    it('takes crawl and discoverer from the submission before those of the defaults', async () => {
      await start();
      await news();
      const mine = submissionOf('http://a.test/mine', { discoverer: { source: 'me', attempt: 7 } });
      const theirs = submissionOf('http://a.test/theirs', { crawl: '', discoverer: undefined });
      const defaults = { crawl: 'nobody-knows', discoverer: { source: 'them', attempt: 8 } };
      const request = { submissions: [mine, { ...theirs, crawl: 'news' }, theirs], defaults };
      const [answer] = await all(tested.client.submitUrlStream([request]));
      expect(answer!.results.map((one) => one.answer)).toEqual([NEW, NEW, 4]);
      const { urls } = await tested.client.getUrls({ crawl: 'news', urls: [mine.url, theirs.url] });
      expect(urls.map(({ discoverer }) => discoverer)).toEqual([
        { source: 'me', attempt: 7 },
        { source: 'them', attempt: 8 },
      ]);
    });

    it.each(BAD_SUBMISSIONS)('ends at nonsense with the name of its field, $field', async (bad) => {
      await start();
      await news();
      const good = batchOf(['http://a.test/1']);
      const heard: unknown[] = [];
      const error = await all(
        tested.client.submitUrlStream([good, bad.request, good]),
        heard,
      ).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'REQUEST_INVALID', message: startsWith(bad.field) });
      expect(heard).toHaveLength(1);
      expect(await ledgerOf(tested.client, 'news')).toMatchObject({ known: 1 });
    });

    it('is told when the frontier stops, with what was read answered', async () => {
      await start();
      await news();
      const said = new Spoken<SubmitUrlsRequest>();
      const stream = tested.client.submitUrlStream(said)[Symbol.asyncIterator]();
      said.say(batchOf(['http://a.test/1']));
      expect((await stream.next()).value).toMatchObject({ results: [{ answer: NEW }] });
      const end = stream.next().catch((thrown: unknown) => thrown);
      await tested.drain();
      expect(await end).toMatchObject({ code: 'DEPENDENCY_AWAY' });
    });
  });

  describe(`a stream of leases of a frontier on ${kind} engines`, () => {
    it('gives what there is up to the credits, and takes how it ended', async () => {
      await start({ FRONTIER_LEASES_AT_A_TIME: '10' });
      await news();
      await submitWaiting(tested.client, manyOf(300));
      const { said, heard } = open(tested.client, { credits: 250 });
      const leases = await leasesOf(heard, 250);
      expect(new Set(leases.map(({ leaseId }) => leaseId)).size).toBe(250);
      expect(leases[0]).toMatchObject({ fetcherId: 'f1', crawl: 'news' });
      expect(durationMs(leases[0]!.duration!)).toBe(60_000);
      said.say({ ...NOTHING, settlements: settlementsOf(leases.slice(0, 200)) });
      const settled = await heard.next();
      expect(settled).toMatchObject({ leases: [], settled: Array<number>(200).fill(DONE) });
      said.say({ ...NOTHING, credits: 100 });
      expect(await leasesOf(heard, 50)).toHaveLength(50);
      said.end();
      expect(await heard.next()).toBeUndefined();
      expect(await ledgerOf(tested.client, 'news')).toMatchObject({
        ...{ leasesGiven: 300, leasesSettled: 200, leasesOut: 100, waiting: 0 },
      });
    });

    it('waits for work, and for credits', async () => {
      await start();
      await news();
      const { said, heard } = open(tested.client, { credits: 1 });
      const first = heard.next();
      await submitWaiting(tested.client, ['http://a.test/1', 'http://b.test/2']);
      expect((await first)?.leases).toHaveLength(1);
      expect(await ledgerOf(tested.client)).toMatchObject({ leasesGiven: 1, waiting: 1 });
      said.say({ ...NOTHING, credits: 5 });
      expect((await heard.next())?.leases).toHaveLength(1);
      said.end();
      expect(await heard.next()).toBeUndefined();
    });

    it('sends at most a hundred leases in a message', async () => {
      await start({ FRONTIER_LEASES_AT_A_TIME: '10' });
      await news();
      await submitWaiting(tested.client, manyOf(350));
      const { said, heard } = open(tested.client, { credits: 350 });
      const sizes: number[] = [];
      while (sum(sizes) < 350) sizes.push((await heard.next())!.leases.length);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
      said.end();
      expect(await heard.next()).toBeUndefined();
    });

    it('answers settlements, releases and extensions in the order of the requests', async () => {
      await start();
      await news();
      await submitWaiting(tested.client, ['http://a.test/1', 'http://b.test/2', 'http://c.test/3']);
      const { said, heard } = open(tested.client, { credits: 3 });
      const [one, two, three] = await leasesOf(heard, 3);
      const reason = 1;
      said.say({
        ...NOTHING,
        settlements: settlementsOf([one!]),
        releases: [{ leaseId: two!.leaseId, reason }],
        extendLeaseIds: [three!.leaseId, '9@nobody.test'],
      });
      said.say({ ...NOTHING, releases: [{ leaseId: three!.leaseId, reason }] });
      said.say(NOTHING);
      said.say({ ...NOTHING, settlements: settlementsOf([{ leaseId: '9@nobody.test' }]) });
      said.end();
      const answers = await all(heard.rest());
      expect(
        answers.map(({ settled, released, extended }) => [settled, released, extended]),
      ).toEqual([
        [[DONE], [DONE], [DONE, UNKNOWN]],
        [[], [DONE], []],
        [[UNKNOWN], [], []],
      ]);
      expect(answers.map(({ duration }) => duration && durationMs(duration))).toEqual([
        60_000,
        undefined,
        undefined,
      ]);
      expect(await ledgerOf(tested.client)).toMatchObject({ leasesSettled: 1, leasesReleased: 2 });
    });

    it('lets the leases that it has sent stay out when it breaks, and no others', async () => {
      await start();
      await news();
      await submitWaiting(tested.client, ['http://a.test/1']);
      const gone = new AbortController();
      const { heard } = open(tested.client, { credits: 500 }, gone.signal);
      const [sent] = await leasesOf(heard, 1);
      const end = heard.next().catch((thrown: unknown) => thrown);
      gone.abort();
      expect(await end).toMatchObject({ code: 'CALL_CANCELLED' });
      await submitWaiting(tested.client, manyOf(300));
      await eventually(
        async () => {
          const { leasesOut, leasesGiven, leasesReleased } = await ledgerOf(tested.client);
          return leasesOut === 1 && leasesGiven === 1 + leasesReleased;
        },
        { what: 'only the lease that was sent is out' },
      );
      const { said, heard: other } = open(tested.client, { credits: 0 });
      said.say({ ...NOTHING, settlements: settlementsOf([sent!]) });
      expect(await other.next()).toMatchObject({ settled: [DONE] });
      said.end();
      expect(await other.next()).toBeUndefined();
    });

    it('gives nothing after the caller has said its last word', async () => {
      await start();
      await news();
      const { said, heard } = open(tested.client, { credits: 10 });
      said.end();
      expect(await heard.next()).toBeUndefined();
      await submitWaiting(tested.client, ['http://a.test/1']);
      expect(await ledgerOf(tested.client)).toMatchObject({ leasesGiven: 0, waiting: 1 });
    });

    it('ends when the frontier stops', async () => {
      await start();
      await news();
      const { heard } = open(tested.client, { credits: 10 });
      await submitWaiting(tested.client, ['http://a.test/1']);
      expect(await leasesOf(heard, 1)).toHaveLength(1);
      const end = heard.next().catch((thrown: unknown) => thrown);
      await tested.drain();
      expect(await end).toMatchObject({ code: 'DEPENDENCY_AWAY' });
      await restart();
      expect(await ledgerOf(tested.client)).toMatchObject({ leasesOut: 1 });
    });

    it.each(BAD_LEASES)('ends at nonsense with the name of its field, $field', async (bad) => {
      await start();
      await news();
      const stream = tested.client.leaseUrlStream(bad.requests as LeaseUrlStreamRequest[]);
      await expect(all(stream)).rejects.toMatchObject({
        code: 'REQUEST_INVALID',
        message: startsWith(bad.field),
      });
    });
  });
}

const NOTHING: LeaseUrlStreamRequest = {
  ...{ fetcherId: '', credits: 0, settlements: [], releases: [], extendLeaseIds: [] },
};

const FIRST = { ...NOTHING, fetcherId: 'f1' };
const LONG = 'x'.repeat(10_000);

const BAD_LEASES = [
  { field: 'fetcher_id', requests: [NOTHING] },
  { field: 'fetcher_id', requests: [{ ...FIRST, fetcherId: 'a b' }] },
  { field: 'fetcher_id', requests: [FIRST, FIRST] },
  { field: 'credits', requests: [{ ...FIRST, credits: 1_001 }] },
  { field: 'settlements', requests: [{ ...FIRST, settlements: Array(1_001).fill(ended('a')) }] },
  {
    field: 'settlements[1].outcome',
    requests: [{ ...FIRST, settlements: [ended('a'), { ...ended('a'), outcome: 0 }] }],
  },
  { field: 'settlements[0].lease_id', requests: [FIRST, { ...NOTHING, settlements: [ended('')] }] },
  {
    field: 'releases[0].reason',
    requests: [{ ...FIRST, releases: [{ leaseId: 'a', reason: 0 }] }],
  },
  { field: 'releases', requests: [{ ...FIRST, releases: Array(1_001).fill(released('a')) }] },
  { field: 'extend_lease_ids', requests: [{ ...FIRST, extendLeaseIds: Array(1_001).fill('a') }] },
  { field: 'extend_lease_ids[1]', requests: [{ ...FIRST, extendLeaseIds: ['a', LONG] }] },
];

const BAD_SUBMISSIONS = [
  { field: 'submissions', request: { submissions: [] } },
  { field: 'submissions[1].url', request: batchOf(['http://a.test/1', '']) },
  { field: 'submissions[0].crawl', request: { submissions: [submissionOf('a', { crawl: '' })] } },
  {
    field: 'submissions[0].group',
    request: { submissions: [submissionOf('http://a.test/', { group: 'ö'.repeat(101) })] },
  },
  {
    field: 'submissions[0].discoverer',
    request: {
      submissions: [submissionOf('http://a.test/', { discoverer: undefined })],
      defaults: { crawl: 'news' },
    },
  },
  {
    field: 'defaults.crawl',
    request: { ...batchOf(['http://a.test/']), defaults: { crawl: '-' } },
  },
  {
    field: 'defaults.discoverer.source',
    request: {
      ...batchOf(['http://a.test/']),
      defaults: { crawl: '', discoverer: { source: '', attempt: 0 } },
    },
  },
];

function batchOf(urls: readonly string[], discoverer = { source: 'submit', attempt: 0 }) {
  return {
    submissions: urls.map((url) => submissionOf(url, { crawl: '', discoverer: undefined })),
    defaults: { crawl: 'news', discoverer },
  };
}

function ended(leaseId: string) {
  return { leaseId, outcome: 1, address: '' } as const;
}

function released(leaseId: string) {
  return { leaseId, reason: 1 };
}

const settlementsOf = (leases: readonly Pick<Lease, 'leaseId'>[]) =>
  leases.map(({ leaseId }) => ended(leaseId));

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

const startsWith = (field: string) =>
  expect.stringMatching(new RegExp(`^${field.replace(/[[\].]/g, '\\$&')}: `));

/** A stream of leases with its first message said. */
function open(client: FrontierClient, over: Partial<LeaseUrlStreamRequest>, signal?: AbortSignal) {
  const said = new Spoken<LeaseUrlStreamRequest>();
  const stream = client.leaseUrlStream(said, signal === undefined ? {} : { signal });
  const iterator = stream[Symbol.asyncIterator]();
  said.say({ ...FIRST, ...over });
  const next = async (): Promise<LeaseUrlStreamResponse | undefined> => {
    const next = await iterator.next();
    return next.done === true ? undefined : next.value;
  };
  const rest = async function* () {
    for (let one = await next(); one !== undefined; one = await next()) yield one;
  };
  return { said, heard: { next, rest } };
}

async function leasesOf(
  heard: { next(): Promise<LeaseUrlStreamResponse | undefined> },
  count: number,
): Promise<Lease[]> {
  const leases: Lease[] = [];
  while (leases.length < count) {
    const message = await heard.next();
    if (message === undefined) throw new Error(`the stream ended after ${leases.length} leases`);
    leases.push(...message.leases);
  }
  return leases;
}

async function all<T>(stream: AsyncIterable<T>, into: T[] = []): Promise<T[]> {
  for await (const one of stream) into.push(one);
  return into;
}
