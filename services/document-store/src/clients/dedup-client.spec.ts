import { describe, expect, it } from '@jest/globals';
import { type JudgeDocumentsRequest, Verdict } from '@mayfly/contracts/dedup/v1';
import { CrawlError, type ErrorCode, errorCodeOf } from '@mayfly/errors';
import { Reachability } from '@mayfly/grpc';
import { FakeClock } from '@mayfly/testing';
import type { Url } from '@mayfly/url';
import { judgeBy } from './dedup-client.ts';

const documents = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    url: `https://a.test/${at}` as Url,
    attempt: at + 1,
    sha256: new Uint8Array(32),
  }));

const reach = () => new Reachability('dedup', new FakeClock());

describe('judgeBy', () => {
  it('asks in calls of at most a thousand and answers in order', async () => {
    const sizes: number[] = [];
    const judgeDocuments = async ({ documents: some }: JudgeDocumentsRequest) => {
      sizes.push(some.length);
      return {
        judgements: some.map(({ url, attempt }) =>
          attempt % 2 === 0
            ? { verdict: Verdict.VERDICT_SAME, duplicateOf: `${url}?` }
            : { verdict: Verdict.VERDICT_UNIQUE },
        ),
      };
    };
    const judge = judgeBy({ judgeDocuments }, reach());
    const verdicts = await judge(documents(1_002));
    expect(sizes).toEqual([1_000, 2]);
    expect(verdicts.slice(1_000)).toEqual([undefined, 'https://a.test/1001?']);
  });

  it.each<[ErrorCode, ErrorCode]>([
    ['STORE_AWAY', 'STORE_AWAY'],
    ['INTERNAL', 'DEPENDENCY_AWAY'],
    ['REQUEST_INVALID', 'REQUEST_INVALID'],
  ])('takes %s for %s: no message is given up for what is not its fault', async (thrown, code) => {
    const judge = judgeBy(
      { judgeDocuments: () => Promise.reject(new CrawlError(thrown, 'x')) },
      reach(),
    );
    expect(await judge(documents(1)).catch(errorCodeOf)).toBe(code);
  });

  it('waits for a dedup that answers too little, also with nothing to ask', async () => {
    const judge = judgeBy({ judgeDocuments: async () => ({ judgements: [] }) }, reach());
    expect(await judge([])).toEqual([]);
    expect(await judge(documents(1)).catch(errorCodeOf)).toBe('DEPENDENCY_AWAY');
    expect(await judge([]).catch(errorCodeOf)).toBe('DEPENDENCY_AWAY');
  });
});
