import { randomBytes } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PutBodyRequest } from '@mayfly/contracts/documentstore/v1';
import { Encoding, Record as Recorded } from '@mayfly/contracts/events/v1';
import { errorCodeOf } from '@mayfly/errors';
import { fetchesEnded, packContent, sha256 } from '@mayfly/events';
import type { EngineKind } from '@mayfly/service-testing';
import { eventually, FakeClock } from '@mayfly/testing';
import { fetchEnded, packLinks, page, stored } from './support/fetch-messages.ts';
import { Harness, putRequests } from './support/harness.ts';

const MB = 1_000_000;
const DAY_MS = 86_400_000;

const header = (value: { sha256: Uint8Array; size: number; encoding: Encoding }) =>
  ({ piece: { $case: 'header', value } }) as PutBodyRequest;
const bytes = (value: Uint8Array) => ({ piece: { $case: 'bytes', value } }) as PutBodyRequest;

/** Bytes that come apart from their message, are read by people, or make trouble. */
export function bodiesSuite(kind: EngineKind): void {
  describe(`document-store keeps bodies, ${kind}`, () => {
    const clock = new FakeClock();
    const harness = new Harness(kind, clock);
    beforeAll(() => harness.open(), 60_000);
    afterAll(() => harness.close());

    const isKept = async (hash: Uint8Array) =>
      harness.readBody(hash).then(
        () => true,
        (error: unknown) => {
          expect(errorCodeOf(error)).toBe('BODY_UNKNOWN');
          return false;
        },
      );
    const failureOf = async (call: Promise<unknown>): Promise<string> => {
      const error = await call.then(
        () => new Error('no failure'),
        (thrown: Error) => thrown,
      );
      return `${errorCodeOf(error)} ${error.message}`;
    };

    /** A turn of the loop reads and writes, so time goes on until one has come by. */
    const sweepOf = (hash: Uint8Array) =>
      eventually(
        async () => {
          await clock.advance(3_600_000);
          return !(await isKept(hash));
        },
        { what: 'the sweep' },
      );

    /** A letter is written after its neighbours in the batch are done. */
    const lettersOf = (host: string, count: number) =>
      eventually(
        async () => {
          const { letters } = await harness.deadLetters.listDeadLetters({
            ...{ topic: fetchesEnded.name, pageToken: '', pageSize: 1_000 },
          });
          const own = letters.filter(({ key }) => key === host);
          expect(own).toHaveLength(count);
          return { letters, own };
        },
        { what: `dead letters of ${host}` },
      );

    it('takes a body of 30 MB, and links, ahead of the message that names them', async () => {
      // Random bytes cannot be packed, text can: half of each is like a large page.
      const whole = Buffer.concat([randomBytes(15 * MB), Buffer.alloc(15 * MB, 'a page ')]);
      const body = await packContent(whole);
      const links = await packLinks(['https://large.test/x', 'https://large.test/y']);
      expect([await harness.putBody(body), await harness.putBody(body)]).toEqual([
        { known: false },
        { known: true },
      ]);
      await harness.putBody(links as typeof body);
      const url = 'https://large.test/';
      const message = await page(url, 1, { body: 'small' });
      await harness.publish({ ...message, body: stored(body), links: stored(links) });
      const [event] = await harness.hears('large.test', 1);
      expect([event!.record, event!.bodyBytes, event!.links.length]).toEqual([
        ...[Recorded.RECORD_NEW_VERSION, 30 * MB, 2],
      ]);
      const { documents } = await harness.client.getDocuments({ urls: [url] });
      const read = await harness.readBody(documents[0]!.latest!.contentSha256);
      expect(Buffer.compare(read, whole)).toBe(0);
    });

    it('sends a body in pieces of at most 256 KB, whatever its packing', async () => {
      const plain = randomBytes(700_000);
      const hash = sha256(plain);
      const about = { sha256: hash, size: plain.length, encoding: Encoding.ENCODING_IDENTITY };
      await harness.client.putBody([header(about), bytes(plain)]);
      const sizes: number[] = [];
      for await (const piece of harness.client.readBody({ sha256: hash })) {
        sizes.push(piece.bytes.length);
      }
      expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024);
      expect(sizes.reduce((sum, size) => sum + size)).toBe(plain.length);
    });

    it('takes an empty body', async () => {
      const empty = await packContent(new Uint8Array());
      expect(await harness.putBody(empty)).toEqual({ known: false });
      expect(await harness.readBody(empty.sha256)).toHaveLength(0);
    });

    it('keeps nothing of bytes that are not what was announced', async () => {
      const content = randomBytes(100_000);
      const packed = zstdCompressSync(content);
      const zstd = {
        sha256: sha256(content),
        size: content.length,
        encoding: Encoding.ENCODING_ZSTD,
      };
      const plain = { ...zstd, encoding: Encoding.ENCODING_IDENTITY };
      const bomb = zstdCompressSync(Buffer.alloc(50 * MB));
      const wrong: [string, PutBodyRequest[]][] = [
        ['another content', [header(zstd), bytes(zstdCompressSync(randomBytes(100_000)))]],
        ['half of it', [header(zstd), bytes(packed.subarray(0, 50_000))]],
        ['half of it, plain', [header(plain), bytes(content.subarray(0, 50_000))]],
        ['nothing', [header(zstd)]],
        ['more than announced', [header(plain), bytes(content), bytes(content)]],
        ['what cannot be unpacked', [header(zstd), bytes(content)]],
        ['a bomb', [header(zstd), bytes(bomb)]],
      ];
      for (const [what, requests] of wrong) {
        const failure = await failureOf(harness.client.putBody(requests));
        expect(`${what}: ${failure}`).toMatch(`${what}: BODY_MISMATCH bytes: `);
        expect(await isKept(zstd.sha256)).toBe(false);
      }
    });

    it('keeps nothing of a stream that was cut', async () => {
      const body = await packContent(randomBytes(3 * MB));
      const cut = new AbortController();
      const requests = async function* () {
        let sent = 0;
        for (const request of putRequests(body, MB)) {
          yield request;
          sent += 1;
          if (sent === 3) {
            cut.abort();
            return;
          }
        }
      };
      await failureOf(harness.client.putBody(requests(), { signal: cut.signal }));
      expect(await isKept(body.sha256)).toBe(false);
    });

    it('names the field of what it refuses', async () => {
      const about = { sha256: sha256(Buffer.of(1)), size: 1, encoding: Encoding.ENCODING_IDENTITY };
      const { client } = harness;
      const put = (...requests: PutBodyRequest[]) => client.putBody(requests);
      const read = async (hash: Uint8Array) => {
        for await (const _ of client.readBody({ sha256: hash }));
      };
      const url = 'https://a.test/';
      const refusals: [string, () => Promise<unknown>][] = [
        ['REQUEST_INVALID header: ', () => put()],
        ['REQUEST_INVALID header: ', () => put(bytes(Buffer.of(1)))],
        ['REQUEST_INVALID header.sha256: ', () => put(header({ ...about, sha256: Buffer.of(1) }))],
        [
          'BODY_TOO_LARGE header.size: ',
          () => put(header({ ...about, size: 64 * 1024 * 1024 + 1 })),
        ],
        ['REQUEST_INVALID header.encoding: ', () => put(header({ ...about, encoding: 0 }))],
        [
          'REQUEST_INVALID header.encoding: ',
          () => put(header({ ...about, encoding: 9 as Encoding })),
        ],
        ['REQUEST_INVALID bytes: ', () => put(header(about), header(about))],
        ['REQUEST_INVALID bytes: ', () => put(header(about), bytes(new Uint8Array(2 * MB)))],
        ['REQUEST_INVALID sha256: ', () => read(new Uint8Array(31))],
        ['BODY_UNKNOWN sha256: ', () => read(new Uint8Array(32))],
        ['REQUEST_INVALID urls: ', () => client.getDocuments({ urls: [] })],
        [
          'REQUEST_INVALID urls: ',
          () => client.getDocuments({ urls: Array<string>(1_001).fill(url) }),
        ],
        ['REQUEST_INVALID urls[1]: ', () => client.getDocuments({ urls: [url, 'ftp://a.test/'] })],
        ['REQUEST_INVALID urls[0]: ', () => client.getDocuments({ urls: [url + 'x'.repeat(MB)] })],
        ['URL_INVALID url: ', () => client.listVersions({ url: '', pageToken: '' })],
        [
          'REQUEST_INVALID page_size: ',
          () => client.listVersions({ url, pageSize: 0, pageToken: '' }),
        ],
        [
          'REQUEST_INVALID page_size: ',
          () => client.listVersions({ url, pageSize: 1_001, pageToken: '' }),
        ],
        [
          'REQUEST_INVALID page_token: ',
          () => client.listVersions({ url, pageToken: 'x'.repeat(MB) }),
        ],
        ['REQUEST_INVALID host: ', () => client.getLedger({ host: '' })],
        ['REQUEST_INVALID host: ', () => client.getLedger({ host: 'a.test/x' })],
        ['REQUEST_INVALID host: ', () => client.getLedger({ host: 'x'.repeat(MB) })],
      ];
      for (const [expected, call] of refusals) {
        const failure = await failureOf(call());
        expect(failure.slice(0, expected.length)).toBe(expected);
        expect(failure.length).toBeLessThan(300);
      }
    });

    it('answers in the order of the request, and of unknown URLs with the URL alone', async () => {
      const urls = ['https://order.test/b', 'https://ORDER.test:443/a', 'https://order.test/never'];
      await harness.publish(
        await page('https://order.test/a', 1, { body: 'order a' }),
        await page('https://order.test/b', 2, { body: 'order b' }),
      );
      await harness.hears('order.test', 2);
      const { documents } = await harness.client.getDocuments({ urls });
      expect(documents.map(({ url, latest }) => [url, latest?.attempt])).toEqual([
        ['https://order.test/b', 2],
        ['https://order.test/a', 1],
        ['https://order.test/never', undefined],
      ]);
      expect(documents[2]).toEqual({
        ...{ url: 'https://order.test/never', latest: undefined, attempts: [] },
        seenTime: undefined,
      });
    });

    it('pages through versions, newest first, and shows the last ten attempts', async () => {
      const url = 'https://pages.test/';
      const attempts = Array.from({ length: 12 }, (_, at) => at + 1);
      await harness.publish(
        ...(await Promise.all(attempts.map((at) => page(url, at, { body: `page ${at}` })))),
      );
      await harness.hears('pages.test', 12);
      const seen: number[] = [];
      let pageToken = '';
      do {
        const answer = await harness.client.listVersions({ url, pageSize: 5, pageToken });
        seen.push(...answer.versions.map(({ number }) => number));
        pageToken = answer.nextPageToken;
      } while (pageToken !== '');
      expect(seen).toEqual(attempts.toReversed());
      const { documents } = await harness.client.getDocuments({ urls: [url] });
      const shown = documents[0]!.attempts.map(({ attempt }) => attempt);
      expect(shown).toEqual(attempts.toReversed().slice(0, 10));
    });

    it('gives up a message that names what was never put, until somebody puts it', async () => {
      const [url, next] = ['https://unput.test/', 'https://unput.test/next'];
      const body = await packContent(randomBytes(1_000));
      const message = await page(url, 1, { body: 'unput' });
      await harness.publish(
        { ...message, body: stored(body) },
        await page(next, 2, { body: 'unput next' }),
      );
      await harness.hears('unput.test', 1);
      const topic = fetchesEnded.name;
      const { letters, own } = await lettersOf('unput.test', 1);
      const [letter] = own;
      expect(letter).toMatchObject({ code: 'BODY_UNKNOWN' });
      expect((await harness.client.getLedger({})).deadLetters).toBe(letters.length);
      await harness.putBody(body);
      await harness.deadLetters.retryDeadLetters({ topic, ids: [letter!.id] });
      const [, retried] = await harness.hears('unput.test', 2);
      expect([retried!.record, retried!.origin?.retry]).toEqual([
        Recorded.RECORD_NEW_VERSION,
        true,
      ]);
      expect(await harness.client.getLedger({ host: 'unput.test' })).toMatchObject({
        ...{ newVersions: 2, late: 0, lagMessages: 0 },
      });
    });

    it('gives up messages that are not what the contract says, and says what is wrong', async () => {
      const good = await page('https://malformed.test/', 1, { body: 'malformed' });
      const other = Buffer.from('x');
      const bad: [string, object][] = [
        ['url: ', { url: 'https://malformed.test' }],
        ['host: ', { url: 'https://other.test/' }],
        ['outcome: ', { outcome: 0 }],
        ['kind: ', { kind: 9 }],
        ['body: ', { body: undefined }],
        ['body.sha256: ', { body: { ...good.body!, sha256: other } }],
        ['text.encoding: ', { text: { ...good.text!, encoding: 0 } }],
        ['document_kind: ', { documentKind: undefined }],
        ['content: ', { links: { ...good.links!, at: { $case: 'inline', value: other } } }],
      ];
      await harness.publish(
        ...bad.map(([, wrong], at) => ({ ...good, attempt: at + 1, ...wrong })),
      );
      await harness.publish(fetchEnded('https://malformed.test/', 99));
      await harness.hears('malformed.test', 1);
      const { own } = await lettersOf('malformed.test', bad.length);
      const reasons = own.map(({ reason }) => reason);
      expect(reasons.map((reason, at) => reason.slice(0, bad[at]?.[0].length))).toEqual(
        bad.map(([field]) => field),
      );
    });

    it('records an attempt that asked only whether a page has changed', async () => {
      const url = 'https://checked.test/';
      const good = await page(url, 1, { body: 'checked' });
      const nothing = {
        body: undefined,
        text: undefined,
        links: undefined,
        documentKind: undefined,
      };
      await harness.publish(good, { ...good, ...nothing, attempt: 2, title: '', mediaType: '' });
      const heard = await harness.hears('checked.test', 2);
      expect(heard.map(({ record }) => record)).toEqual([
        ...[Recorded.RECORD_NEW_VERSION, Recorded.RECORD_NO_DOCUMENT],
      ]);
    });

    it('sweeps what nobody claims in time, and only that', async () => {
      const [claimed, forgotten, renewed] = await Promise.all(
        [1, 2, 3].map(() => packContent(randomBytes(2_000))),
      );
      for (const body of [claimed, forgotten, renewed]) await harness.putBody(body!);
      const message = await page('https://sweep.test/', 1, { body: 'sweep' });
      await harness.publish({ ...message, body: stored(claimed!) });
      await harness.hears('sweep.test', 1);
      await clock.advance(29 * DAY_MS);
      await harness.putBody(renewed!);
      await clock.advance(2 * DAY_MS);
      await sweepOf(forgotten!.sha256);
      expect([await isKept(claimed!.sha256), await isKept(renewed!.sha256)]).toEqual([true, true]);
      expect(await harness.putBody(forgotten!)).toEqual({ known: false });
      expect(await isKept(forgotten!.sha256)).toBe(true);
    });

    it('claims what was put when the same content comes along with a message', async () => {
      const body = await packContent(Buffer.from('put and sent '.repeat(100)));
      await harness.putBody(body);
      const message = await page('https://both.test/', 1, { body: 'both' });
      await harness.publish({ ...message, body });
      await harness.hears('both.test', 1);
      const forgotten = await packContent(randomBytes(1_000));
      await harness.putBody(forgotten);
      await clock.advance(31 * DAY_MS);
      await sweepOf(forgotten.sha256);
      expect(await isKept(body.sha256)).toBe(true);
    });
  });
}
