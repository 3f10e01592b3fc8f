import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import type { Url } from '@mayfly/url';
import * as fc from 'fast-check';
import { Judging } from './judging.ts';
import type { Candidate, Contents, Judgement, Verdicts } from './ports.ts';

const candidate = (url: string, attempt: number, content: number): Candidate => ({
  url: `https://${url}/` as Url,
  attempt,
  sha256: new Uint8Array(32).fill(content),
});

/** Tables that keep what they are given; `crash` fails the next keeping of verdicts. */
function memory() {
  const firsts = new Map<string, string>();
  const verdicts = new Map<string, Judgement>();
  const state = { crash: false };
  const contents: Contents = {
    firstUrls: async (hashes) => hashes.map((hash) => firsts.get(String(hash))),
    claim: async (claims) =>
      claims.map(({ sha256, url }) => {
        const name = String(sha256);
        if (!firsts.has(name)) firsts.set(name, url);
        return firsts.get(name)!;
      }),
  };
  const nameOf = ({ url, attempt }: Candidate) => `${url} ${attempt}`;
  const kept: Verdicts = {
    of: async (candidates) => candidates.map((one) => verdicts.get(nameOf(one))),
    keep: async (judged) => {
      if (state.crash) throw new Error('crash');
      return judged.map(({ candidate: one, judgement }) => {
        const name = nameOf(one);
        if (!verdicts.has(name)) verdicts.set(name, judgement);
        return verdicts.get(name)!;
      });
    },
  };
  return { judging: new Judging(contents, kept), state };
}

describe('Judging', () => {
  it('finds the first of equal documents unique, and the others the same as it', async () => {
    const { judging } = memory();
    const documents = [candidate('a.test', 1, 7), candidate('b.test', 1, 7)];
    expect(await judging.judge(documents)).toEqual([{}, { duplicateOf: 'https://a.test/' }]);
  });

  it('calls no URL a duplicate of itself', async () => {
    const { judging } = memory();
    await judging.judge([candidate('a.test', 1, 7), candidate('a.test', 2, 8)]);
    expect(await judging.judge([candidate('a.test', 3, 7)])).toEqual([{}]);
  });

  it('says the same of an attempt, also when it is said to have brought something else', async () => {
    const { judging } = memory();
    await judging.judge([candidate('a.test', 1, 7), candidate('b.test', 1, 8)]);
    expect(await judging.judge([candidate('b.test', 1, 7)])).toEqual([{}]);
  });

  it('says after a crash between its writes what it would have said', async () => {
    const { judging, state } = memory();
    state.crash = true;
    await expect(judging.judge([candidate('a.test', 1, 7)])).rejects.toThrow('crash');
    state.crash = false;
    const documents = [candidate('b.test', 1, 7), candidate('a.test', 1, 7)];
    expect(await judging.judge(documents)).toEqual([{ duplicateOf: 'https://a.test/' }, {}]);
  });

  it('answers as it would one by one, however documents come together', async () => {
    const documents = fc.array(
      fc.tuple(fc.constantFrom('a.test', 'b.test', 'c.test'), fc.nat(5), fc.nat(3)),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(documents, fc.nat(30), async (all, cut) => {
        const candidates = all.map(([url, attempt, content]) => candidate(url, attempt, content));
        const one = memory().judging;
        const expected: Judgement[] = [];
        for (const each of candidates) expected.push(...(await one.judge([each])));
        const { judging } = memory();
        const answers = [
          ...(await judging.judge(candidates.slice(0, cut))),
          ...(await judging.judge(candidates.slice(cut))),
        ];
        expect(answers).toEqual(expected);
      }),
      { seed: testSeed() },
    );
  });
});
