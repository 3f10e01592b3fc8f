import { describe, expect, it } from '@jest/globals';
import type { UrlId } from '@mayfly/url';
import type { AttemptEnd, AttemptRecord } from './attempt-end.ts';
import { attemptName, type Known, planBatch } from './plan-batch.ts';

const NOTHING_KNOWN: Known = { states: new Map(), records: new Map() };

const end = (url: number, attempt: number, content: number | 'nothing') =>
  ({
    id: new Uint8Array(16).fill(url) as UrlId,
    attempt,
    fetchMs: attempt,
    brought:
      content === 'nothing' ? content : { body: { sha256: new Uint8Array(32).fill(content) } },
  }) as AttemptEnd;

const shown = (ends: readonly AttemptEnd[], known = NOTHING_KNOWN) =>
  planBatch(ends, known).plans.map((plan) =>
    plan.kind === 'fresh' ? [plan.decision, plan.version] : plan.kind,
  );

describe('planBatch', () => {
  it('decides messages of one URL on what the ones before leave behind', () => {
    const ends = [end(1, 1, 5), end(1, 2, 5), end(1, 4, 6), end(1, 3, 7), end(1, 5, 'nothing')];
    expect(shown(ends)).toEqual([
      ['new-content', 1],
      ['unchanged', undefined],
      ['new-content', 2],
      ['late', undefined],
      ['no-document', undefined],
    ]);
  });

  it('keeps URLs apart', () => {
    expect(shown([end(1, 2, 5), end(2, 1, 5)])).toEqual([
      ['new-content', 1],
      ['new-content', 1],
    ]);
  });

  it('knows a repeat by the store, and by the batch', () => {
    const records = new Map([[attemptName(end(1, 1, 5)), {} as AttemptRecord]]);
    const ends = [end(1, 1, 5), end(1, 2, 6), end(1, 2, 6)];
    const { plans } = planBatch(ends, { states: new Map(), records });
    expect(plans.map(({ kind }) => kind)).toEqual(['repeat', 'fresh', 'repeat-in-batch']);
    expect(plans[2]).toEqual({ kind: 'repeat-in-batch', of: 1 });
  });
});
