import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RequestKind } from '@mayfly/contracts/crawl/v1';
import { type DocumentRecorded, Record } from '@mayfly/contracts/events/v1';
import { SiteScoringServiceDefinition } from '@mayfly/contracts/sitescoring/v1';
import { documentsRecorded } from '@mayfly/events';
import { type Client, openClient } from '@mayfly/grpc';
import { Closer } from '@mayfly/lifecycle';
import { type EngineKind, type TestEngines, testEngines } from '@mayfly/service-testing';
import { collectLog } from '@mayfly/telemetry/testing';
import type { Stream } from '@mayfly/stream';
import { eventually } from '@mayfly/testing';
import { loadConfig } from '../src/config.ts';
import { openSiteScoring } from '../src/service.ts';
import { announcement } from './announcement.ts';

/** Site-scoring as its callers see it, on either pair of engines. */
export function siteScoringSuite(kind: EngineKind): void {
  collectLog();
  let engines: TestEngines;
  let closer: Closer;
  let client: Client<SiteScoringServiceDefinition>;
  let stream: Stream;

  const open = async () => {
    closer = new Closer();
    const opened = await engines.open();
    stream = await opened.openStream([documentsRecorded]);
    closer.add('stream of the test', stream, () => stream.close());
    const config = loadConfig({ SITE_SCORING_GRPC_ADDRESS: '127.0.0.1:0' });
    const { address } = await openSiteScoring(config, closer, opened);
    client = await openClient(SiteScoringServiceDefinition, {
      service: 'test',
      target: `dns:///${address}`,
    });
    closer.add('client', client, () => client.close());
  };
  const announce = (messages: readonly DocumentRecorded[]) =>
    stream.publish(documentsRecorded, messages);
  const handled = () =>
    eventually(async () => (await stream.lag(documentsRecorded, 'site-scoring')).messages === 0, {
      what: 'all announcements to be counted',
      withinMs: 60_000,
    });

  const openFresh = async () => {
    engines = await testEngines(kind);
    await open();
  };
  const close = async () => {
    await closer.close();
    await engines[Symbol.asyncDispose]();
  };

  describe(`site-scoring (${kind})`, () => {
    beforeEach(openFresh);
    afterEach(close);

    it('sums what it heard of the hosts of a site', async () => {
      const records = [
        Record.RECORD_NEW_VERSION,
        Record.RECORD_UNCHANGED,
        Record.RECORD_DUPLICATE,
        Record.RECORD_NO_DOCUMENT,
        Record.RECORD_LATE,
      ];
      await announce(
        records.map((record, position) =>
          announcement({ record, origin: { partition: 0, position, retry: false } }),
        ),
      );
      await announce([
        announcement({ host: 'blog.a.test:8080' }),
        announcement({ host: 'b.test' }),
      ]);
      await handled();
      expect(await client.getSite({ site: 'a.test' })).toEqual({
        site: 'a.test',
        hosts: 2,
        attempts: 6,
        newVersions: 2,
        unchanged: 1,
        duplicates: 1,
        withoutDocument: 1,
      });
    });

    it('counts an announcement once that comes again, also after a restart', async () => {
      const one = announcement({ origin: { partition: 0, position: 7, retry: false } });
      await announce([one, one]);
      await handled();
      await closer.close();
      await engines.shutDown();
      await open();
      await announce([one]);
      await handled();
      expect(await client.getSite({ site: 'a.test' })).toMatchObject({ attempts: 1 });
    });

    it('counts what the document-store was given back, once, though it comes out of order', async () => {
      const back = announcement({ origin: { partition: 0, position: 0, retry: true } });
      await announce([
        announcement({ origin: { partition: 0, position: 9, retry: false } }),
        back,
        back,
      ]);
      await handled();
      expect(await client.getSite({ site: 'a.test' })).toMatchObject({ attempts: 2 });
    });

    it('leaves robots.txt and later parts out', async () => {
      await announce([
        announcement({ kind: RequestKind.REQUEST_KIND_ROBOTS }),
        announcement({ part: 1, parts: 2 }),
      ]);
      await handled();
      await expect(client.getSite({ site: 'a.test' })).rejects.toMatchObject({
        code: 'SITE_UNKNOWN',
      });
    });

    it('makes a dead letter of an announcement without a record', async () => {
      await announce([announcement({ record: Record.RECORD_UNSPECIFIED }), announcement()]);
      await handled();
      expect(await client.getSite({ site: 'a.test' })).toMatchObject({ attempts: 1 });
      const letters = await stream.deadLetters(documentsRecorded, 'site-scoring').list();
      expect(letters.map(({ code }) => code)).toEqual(['MESSAGE_MALFORMED']);
    });

    it('scores a batch in the order of the request', async () => {
      await announce([announcement(), announcement({ host: 'x.b.test' })]);
      await handled();
      const urls = ['https://other.test/', 'https://new.a.test/x', 'http://b.test/'];
      const scores = [
        { prior: 0.5, evidence: 0 },
        { prior: 0.5, evidence: 1 },
        { prior: 0.5, evidence: 1 },
      ];
      expect(await client.scoreUrls({ urls })).toEqual({ scores });
      const many = Array.from({ length: 10_000 }, (_, at) => urls[at % 3]!);
      expect((await client.scoreUrls({ urls: many })).scores.slice(-3)).toEqual(
        [1, 1, 0].map((evidence) => ({ prior: 0.5, evidence })),
      );
    });
  });

  describe(`bad input of site-scoring (${kind})`, () => {
    beforeAll(openFresh);
    afterAll(close);

    it.each([
      [[], 'urls: must be 1 to 10,000; there are 0'],
      [Array<string>(10_001).fill('https://a.test/'), 'urls: must be 1 to 10,000'],
      [['https://a.test/', 'mailto:x@a.test'], 'urls[1]: neither http nor https'],
      [['https://a.test/', 'x'.repeat(1_000_000)], 'urls[1]: not an absolute URL'],
    ])('refuses to score what it cannot', async (urls, message) => {
      await expect(client.scoreUrls({ urls })).rejects.toMatchObject({
        code: 'REQUEST_INVALID',
        message: expect.stringContaining(message),
      });
    });

    it.each(['', 'x'.repeat(1_000_000), 'www.a.test', 'a.test:80', 'a b', 'https://a.test', 'a/b'])(
      'refuses a site that is none: %#',
      async (site) => {
        await expect(client.getSite({ site })).rejects.toMatchObject({
          code: 'REQUEST_INVALID',
          message: expect.stringMatching(/^site: /),
        });
      },
    );

    it('tells of a site that it never heard of', async () => {
      await expect(client.getSite({ site: 'nobody.test' })).rejects.toMatchObject({
        code: 'SITE_UNKNOWN',
      });
    });
  });
}
