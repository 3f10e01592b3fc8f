import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DedupServiceDefinition, Verdict } from '@mayfly/contracts/dedup/v1';
import type { Engines } from '@mayfly/engines';
import { errorCodeOf } from '@mayfly/errors';
import { type Client, openClient } from '@mayfly/grpc';
import { Closer } from '@mayfly/lifecycle';
import { type EngineKind, type TestEngines, testEngines } from '@mayfly/service-testing';
import { loadConfig } from '../src/config.ts';
import { openDedup } from '../src/service.ts';

const sha = (text: string) => createHash('sha256').update(text).digest();
const document = (url: string, attempt: number, text: string) => ({
  url,
  attempt,
  contentSha256: sha(text),
});
const unique = { verdict: Verdict.VERDICT_UNIQUE, duplicateOf: undefined };
const sameAs = (url: string) => ({ verdict: Verdict.VERDICT_SAME, duplicateOf: url });
const [a, b, c] = ['https://a.test/', 'https://b.test/', 'https://c.test/'];

type Dedup = Client<DedupServiceDefinition>;

/** The whole service, on the engines of that kind. */
export function dedupSuite(kind: EngineKind): void {
  describe(`dedup, ${kind}`, () => {
    let test: TestEngines;
    let engines: Engines;
    const closers: Closer[] = [];

    const start = async (): Promise<Dedup> => {
      const closer = new Closer();
      closers.push(closer);
      const config = loadConfig({ DEDUP_GRPC_ADDRESS: '127.0.0.1:0' });
      const { address } = await openDedup(config, closer, engines);
      const client = await openClient(DedupServiceDefinition, {
        service: 'test',
        target: `dns:///${address}`,
      });
      closer.add('client', client, () => client.close());
      return client;
    };
    const stop = async () => {
      for (const closer of closers.splice(0)) await closer.close();
    };

    beforeEach(async () => {
      test = await testEngines(kind);
      engines = await test.open();
    });
    afterEach(async () => {
      await stop();
      await test[Symbol.asyncDispose]();
    });

    it('judges in the order of the request', async () => {
      const dedup = await start();
      const documents = [
        document(b, 1, 'one'),
        document(a, 1, 'one'),
        document(a, 2, 'two'),
        document(c, 1, 'two'),
        document(b, 2, 'three'),
      ];
      const { judgements } = await dedup.judgeDocuments({ documents });
      expect(judgements).toEqual([unique, sameAs(b), unique, sameAs(a), unique]);
    });

    it('says the same again, also after a restart', async () => {
      const documents = [document(a, 1, 'one'), document(b, 1, 'one'), document(a, 1, 'one')];
      const first = await (await start()).judgeDocuments({ documents });
      await stop();
      await test.shutDown();
      engines = await test.open();
      const again = await (await start()).judgeDocuments({ documents: documents.toReversed() });
      expect(again.judgements.toReversed()).toEqual(first.judgements);
    });

    it('finds a URL that says again what it said first unique', async () => {
      const dedup = await start();
      await dedup.judgeDocuments({ documents: [document(a, 1, 'one'), document(a, 2, 'two')] });
      const { judgements } = await dedup.judgeDocuments({
        documents: [document(b, 1, 'one'), document(a, 3, 'one')],
      });
      expect(judgements).toEqual([sameAs(a), unique]);
    });

    it('lets one URL be first, however many processes are asked at once', async () => {
      // The embedded engines let one process open a table once; two calls at once then race in it.
      const first = await start();
      const second = kind === 'cluster' ? await start() : first;
      const urls = Array.from({ length: 20 }, (_, at) => `https://h${at}.test/`);
      const answers = await Promise.all(
        urls.map((url, at) =>
          (at % 2 === 0 ? first : second).judgeDocuments({ documents: [document(url, 1, 'one')] }),
        ),
      );
      const verdicts = answers.map(({ judgements }) => judgements[0]!);
      const firsts = urls.filter((_, at) => verdicts[at]!.verdict === Verdict.VERDICT_UNIQUE);
      expect(firsts).toHaveLength(1);
      const others = verdicts.filter(({ verdict }) => verdict === Verdict.VERDICT_SAME);
      expect(new Set(others.map(({ duplicateOf }) => duplicateOf))).toEqual(new Set(firsts));
    });

    it('takes a thousand documents at once', async () => {
      const dedup = await start();
      const documents = Array.from({ length: 1_000 }, (_, at) =>
        document(`https://h${at}.test/`, 1, `text ${at % 500}`),
      );
      const { judgements } = await dedup.judgeDocuments({ documents });
      expect(judgements.map(({ duplicateOf }) => duplicateOf)).toEqual(
        documents.map((_, at) => (at < 500 ? undefined : `https://h${at - 500}.test/`)),
      );
    });

    it('refuses bad input by its field, and keeps nothing of the request', async () => {
      const dedup = await start();
      const good = document(a, 1, 'one');
      const refusals: [string, readonly object[]][] = [
        ['documents: ', []],
        ['documents: ', Array.from({ length: 1_001 }, (_, at) => document(a, at + 1, 'one'))],
        ['documents[1].url: ', [good, { ...good, url: '' }]],
        ['documents[1].url: ', [good, { ...good, url: 'https://A.test' }]],
        ['documents[1].url: ', [good, { ...good, url: `${a}${'x'.repeat(1_000_000)}` }]],
        ['documents[1].attempt: ', [good, { ...good, attempt: 0 }]],
        ['documents[1].content_sha256: ', [good, { ...good, contentSha256: new Uint8Array(31) }]],
      ];
      for (const [field, documents] of refusals) {
        const refused = dedup.judgeDocuments({ documents: documents as (typeof good)[] });
        const error = await refused.then(
          () => undefined,
          (thrown: Error) => thrown,
        );
        expect([errorCodeOf(error), error?.message.slice(0, field.length)]).toEqual([
          'REQUEST_INVALID',
          field,
        ]);
      }
      const { judgements } = await dedup.judgeDocuments({ documents: [document(b, 1, 'one')] });
      expect(judgements).toEqual([unique]);
    });
  });
}
