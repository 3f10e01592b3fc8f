import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Outcome, RequestKind } from '@mayfly/contracts/crawl/v1';
import { DocumentRecorded, Record as Recorded } from '@mayfly/contracts/events/v1';
import { MAX_EVENT_BYTES, sha256 } from '@mayfly/events';
import type { EngineKind } from '@mayfly/service-testing';
import { tracerOf } from '@mayfly/telemetry';
import { collectTelemetry } from '@mayfly/telemetry/testing';
import { eventually, seededRandom, testSeed } from '@mayfly/testing';
import { fetchEnded, packLinks, page } from './support/fetch-messages.ts';
import { Harness } from './support/harness.ts';

/** From a fetch message to what is kept and announced of it. */
export function recordingSuite(kind: EngineKind): void {
  describe(`document-store records, ${kind}`, () => {
    const telemetry = collectTelemetry();
    const harness = new Harness(kind);
    beforeAll(() => harness.open(), 60_000);
    afterAll(async () => {
      await harness.close();
      await telemetry.stop();
    });

    const documentOf = async (url: string) => {
      const { documents } = await harness.client.getDocuments({ urls: [url] });
      return documents[0]!;
    };
    const records = (host: string) => harness.announced(host).map(({ record }) => record);
    const ledgerOf = async (host: string) => {
      const { newVersions, unchanged, duplicates, withoutDocument, late } =
        await harness.client.getLedger({ host });
      return [newVersions, unchanged, duplicates, withoutDocument, late];
    };

    it('keeps a version each time a page says something else', async () => {
      const url = 'https://versions.test/a';
      await harness.publish(
        await page(url, 1, { body: 'one', links: ['https://versions.test/b'] }),
        await page(url, 2, { body: 'one' }),
        fetchEnded(url, 3, { outcome: Outcome.OUTCOME_UNCHANGED, status: 304 }),
        await page(url, 4, { body: 'two' }),
        fetchEnded(url, 5, { detail: 'not there' }),
      );
      const heard = await harness.hears('versions.test', 5);
      expect(heard.map(({ record, version, links }) => [record, version, links.length])).toEqual([
        [Recorded.RECORD_NEW_VERSION, 1, 1],
        [Recorded.RECORD_UNCHANGED, undefined, 0],
        [Recorded.RECORD_UNCHANGED, undefined, 0],
        [Recorded.RECORD_NEW_VERSION, 2, 0],
        [Recorded.RECORD_NO_DOCUMENT, undefined, 0],
      ]);
      const { latest, attempts, seenTime } = await documentOf(url);
      expect([latest?.number, latest?.attempt, latest?.title, latest?.headers]).toEqual([
        ...[2, 4, 'A page'],
        [{ name: 'etag', value: '"1"' }],
      ]);
      expect(seenTime).toEqual(new Date(1_700_000_000_004));
      expect(attempts.map(({ attempt, detail }) => [attempt, detail])).toEqual([
        [5, 'not there'],
        ...[4, 3, 2, 1].map((attempt) => [attempt, '']),
      ]);
      expect((await harness.readBody(latest!.contentSha256)).toString()).toBe('two');
      expect((await harness.readBody(latest!.textSha256)).toString()).toBe('text of two');
      expect(await ledgerOf('versions.test')).toEqual([2, 2, 0, 1, 0]);
    });

    it('says when it received, judged and recorded', async () => {
      await harness.publish(await page('https://times.test/', 1, { body: 'times' }));
      const [event] = await harness.hears('times.test', 1);
      const { receiveTime, judgeTime, recordTime, requestTime } = event!.times!;
      const times = [receiveTime, judgeTime, recordTime].map((time) => time!.getTime());
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(requestTime).toEqual(new Date(1_700_000_000_001));
      const { attempts } = await documentOf('https://times.test/');
      expect(attempts[0]!.times).toEqual(event!.times);
    });

    it('points a duplicate to the URL that had it first', async () => {
      const [first, second] = ['https://twin.test/a', 'https://twin.test/b'];
      await harness.publish(
        await page(first, 1, { body: 'the same' }),
        await page(second, 2, { body: 'the same' }),
      );
      const heard = await harness.hears('twin.test', 2);
      expect([heard[1]!.record, heard[1]!.duplicateOf]).toEqual([Recorded.RECORD_DUPLICATE, first]);
      expect((await documentOf(second)).latest?.duplicateOf).toBe(first);
      expect(await ledgerOf('twin.test')).toEqual([1, 0, 1, 0, 0]);
    });

    it('records an attempt that comes after a later one as late, with its links', async () => {
      const url = 'https://late.test/';
      await harness.publish(await page(url, 9, { body: 'new' }));
      await harness.hears('late.test', 1);
      await harness.publish(await page(url, 4, { body: 'old', links: ['https://late.test/x'] }));
      const [, late] = await harness.hears('late.test', 2);
      expect([late!.record, late!.version, late!.links.length]).toEqual([
        ...[Recorded.RECORD_LATE, undefined, 1],
      ]);
      const { latest, attempts } = await documentOf(url);
      expect([latest?.number, attempts.map(({ attempt }) => attempt)]).toEqual([1, [9, 4]]);
      expect(await ledgerOf('late.test')).toEqual([1, 0, 0, 0, 1]);
    });

    it('takes robots.txt for no document, and hands on the sitemaps it names', async () => {
      const url = 'https://robots.test/robots.txt';
      await harness.publish({
        ...(await page(url, 1, { body: 'robots', links: ['https://robots.test/map.xml'] })),
        kind: RequestKind.REQUEST_KIND_ROBOTS,
      });
      const [event] = await harness.hears('robots.test', 1);
      expect([event!.record, event!.links.length]).toEqual([Recorded.RECORD_NO_DOCUMENT, 1]);
      expect((await documentOf(url)).latest).toBeUndefined();
    });

    it('only announces again what it has recorded, with the first origin', async () => {
      const message = await page('https://again.test/', 1, { body: 'again' });
      await harness.publish(message);
      await harness.hears('again.test', 1);
      await harness.publish(message);
      const [first, second] = await harness.hears('again.test', 2);
      expect(second).toEqual(first);
      expect(harness.dedup.askedAbout('https://again.test/')).toBe(1);
      expect(await ledgerOf('again.test')).toEqual([1, 0, 0, 0, 0]);
    });

    it('announces after a crash between record and announcement', async () => {
      harness.faults.publish = true;
      const happened = harness.faults.happened;
      await harness.publish(await page('https://crash.test/', 1, { body: 'crash' }));
      const [event] = await harness.hears('crash.test', 1);
      expect([event!.record, event!.version]).toEqual([Recorded.RECORD_NEW_VERSION, 1]);
      expect(harness.faults.happened).toBe(happened + 1);
      expect(harness.dedup.askedAbout('https://crash.test/')).toBe(1);
      expect(await ledgerOf('crash.test')).toEqual([1, 0, 0, 0, 0]);
    });

    it.each([
      ['the verdict and the record', 'documents', 2],
      ['the bytes and the verdict', 'documentBodies', 2],
      ['the record and its count', 'documentLedger', 1],
    ])('loses and doubles nothing by a crash between %s', async (_, table, asked) => {
      const host = `${table.toLowerCase()}.test`;
      const [url, twin] = [`https://${host}/`, `https://${host}/twin`];
      harness.faults.table = table;
      await harness.publish(await page(url, 1, { body: table }));
      await harness.hears(host, 1);
      await harness.publish(await page(twin, 2, { body: table }));
      await harness.hears(host, 2);
      expect(records(host)).toEqual([Recorded.RECORD_NEW_VERSION, Recorded.RECORD_DUPLICATE]);
      expect(harness.dedup.askedAbout(url)).toBe(asked);
      expect(await ledgerOf(host)).toEqual([1, 0, 1, 0, 0]);
    });

    it('waits while dedup is away, and loses nothing', async () => {
      const before = await harness.client.getLedger({});
      await harness.dedup.stop();
      await harness.publish(
        await page('https://away.test/1', 1, { body: 'away 1' }),
        await page('https://away.test/2', 2, { body: 'away 2' }),
      );
      await eventually(async () => (await harness.client.getLedger({})).lagMessages === 2, {
        what: 'the lag to show',
      });
      expect(harness.announced('away.test')).toEqual([]);
      await harness.dedup.start();
      await harness.hears('away.test', 2);
      expect(await ledgerOf('away.test')).toEqual([2, 0, 0, 0, 0]);
      expect((await harness.client.getLedger({})).deadLetters).toBe(before.deadLetters);
    });

    it('announces 50,000 links in numbered parts', async () => {
      const urls = Array.from(
        { length: 50_000 },
        (_, at) => `https://sitemap.test/articles/2026/a-long-enough-headline-of-a-story-${at}`,
      );
      const links = await packLinks(urls);
      await harness.publish({
        ...(await page('https://sitemap.test/map.xml', 1, { body: 'sitemap' })),
        links,
      });
      const parts = Math.ceil((urls.length * 90) / MAX_EVENT_BYTES) - 1;
      await eventually(() => harness.announced('sitemap.test').length >= parts, {
        what: 'the parts',
      });
      const count = harness.announced('sitemap.test')[0]!.parts;
      const heard = await harness.hears('sitemap.test', count);
      expect(heard.map(({ part }) => part)).toEqual(heard.map((_, at) => at));
      const sizes = heard.map((event) => DocumentRecorded.encode(event).finish().length);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_EVENT_BYTES);
      expect(heard.flatMap((event) => event.links.map(({ url }) => url))).toEqual(urls);
    });

    it('goes on with the trace of each attempt', async () => {
      const traces: string[] = [];
      for (const attempt of [1, 2]) {
        await tracerOf('fetcher').startActiveSpan('fetch', async (span) => {
          traces.push(span.spanContext().traceId);
          const body = `trace ${attempt}`;
          await harness.publish(await page(`https://trace.test/${attempt}`, attempt, { body }));
          span.end();
        });
      }
      await harness.hears('trace.test', 2);
      const heard = harness.heard.filter(({ key }) => key === 'trace.test');
      const announcedIn = heard.map(({ headers }) => {
        const [, traceId, spanId] = Buffer.from(headers.traceparent!).toString().split('-');
        return { traceId, spanId };
      });
      expect(announcedIn.map(({ traceId }) => traceId)).toEqual(traces);
      await eventually(
        () => {
          const own = telemetry.spans().filter(({ name }) => name === 'record attempt');
          const ids = own.map((span) => span.spanContext().spanId);
          expect(ids).toEqual(expect.arrayContaining(announcedIn.map(({ spanId }) => spanId)));
        },
        { what: 'the spans to end' },
      );
      expect(telemetry.edges()).toEqual(
        expect.arrayContaining([
          'mayfly.document-store -> mayfly.dedup',
          'mayfly.fetcher -> mayfly.document-store',
        ]),
      );
    });

    it('counts every attempt once, whatever is repeated', async () => {
      const random = seededRandom(testSeed());
      const pick = (count: number) => Math.floor(random() * count);
      const hosts = ['p.test', 'q.test', 'r.test'];
      const before = await harness.client.getLedger({});
      const messages = await Promise.all(
        Array.from({ length: 150 }, async () => {
          const url = `https://${hosts[pick(3)]}/${pick(4)}`;
          const attempt = 1 + pick(12);
          const body = `random ${sha256(Buffer.from(`${url} ${attempt}`))[0]! % 3}`;
          return attempt % 4 === 0 ? fetchEnded(url, attempt) : page(url, attempt, { body });
        }),
      );
      const nameOf = ({ url, attempt }: { url: string; attempt: number }) => `${url} ${attempt}`;
      const distinct = new Set(messages.map(nameOf));
      for (let at = 0; at < messages.length; at += 25) {
        if (at === 50) harness.faults.table = 'documentLedger';
        if (at === 75) harness.faults.publish = true;
        await harness.publish(...messages.slice(at, at + 25));
      }
      await eventually(
        () =>
          new Set(hosts.flatMap((host) => harness.announced(host)).map(nameOf)).size ===
          distinct.size,
        { what: 'every attempt to be announced' },
      );
      await harness.isQuiet();
      const after = await harness.client.getLedger({});
      const sum = (ledger: typeof after) =>
        ledger.newVersions +
        ledger.unchanged +
        ledger.duplicates +
        ledger.withoutDocument +
        ledger.late;
      expect(sum(after) - sum(before)).toBe(distinct.size);
      const { documents } = await harness.client.getDocuments({
        urls: [...new Set(messages.map(({ url }) => url))],
      });
      for (const { url, latest } of documents) {
        const { versions } = await harness.client.listVersions({ url, pageToken: '' });
        const numbers = Array.from({ length: latest?.number ?? 0 }, (_, at) => at + 1).toReversed();
        expect(versions.map(({ number }) => number)).toEqual(numbers);
      }
    });

    // The embedded engines are one process wide.
    const itInCluster: typeof it | undefined = kind === 'cluster' ? it : undefined;
    itInCluster?.(
      'shares the work with a second process that comes and goes',
      async () => {
        const hosts = Array.from({ length: 20 }, (_, at) => `shared-${at}.test`);
        const publishAll = async (attempt: number) =>
          harness.publish(
            ...(await Promise.all(
              hosts.map((host) =>
                page(`https://${host}/`, attempt, { body: `${host} ${attempt}` }),
              ),
            )),
          );
        await publishAll(1);
        const stopSecond = await harness.startSecondService();
        for (const attempt of [2, 3, 4]) await publishAll(attempt);
        await stopSecond();
        await publishAll(5);
        await eventually(
          () =>
            hosts.every(
              (host) => new Set(harness.announced(host).map(({ attempt }) => attempt)).size === 5,
            ),
          { what: 'every attempt to be announced', withinMs: 60_000 },
        );
        for (const host of hosts) expect(await ledgerOf(host)).toEqual([5, 0, 0, 0, 0]);
      },
      60_000,
    );

    it('goes on after a restart where it stopped', async () => {
      const url = 'https://restart.test/';
      await harness.publish(await page(url, 1, { body: 'before' }));
      await harness.hears('restart.test', 1);
      await harness.stopService();
      await harness.publish(await page(url, 2, { body: 'before' }));
      await harness.startService();
      await harness.hears('restart.test', 2);
      expect(records('restart.test')).toEqual([
        Recorded.RECORD_NEW_VERSION,
        Recorded.RECORD_UNCHANGED,
      ]);
      expect(await ledgerOf('restart.test')).toEqual([1, 1, 0, 0, 0]);
    });
  });
}
