import { describe, expect, it } from '@jest/globals';
import type { AttemptEnd } from './attempt-end.ts';
import { decideVersion, type DocumentState, stateAfter } from './decide-version.ts';

const hash = (byte: number) => new Uint8Array(32).fill(byte);
const pageOf = (byte: number) => ({ body: { sha256: hash(byte) } }) as AttemptEnd['brought'];
const end = (attempt: number, brought: AttemptEnd['brought']) => ({
  ...{ attempt, brought, fetchMs: 1_000 + attempt },
});
const state: DocumentState = { lastAttempt: 5, versions: 2, latestSha256: hash(7), seenMs: 900 };

describe('decideVersion', () => {
  it.each<[string, DocumentState | undefined, ReturnType<typeof end>]>([
    ['new-content', undefined, end(1, pageOf(1))],
    ['new-content', state, end(6, pageOf(1))],
    ['unchanged', state, end(6, pageOf(7))],
    ['unchanged', state, end(6, 'unchanged')],
    ['no-document', state, end(6, 'nothing')],
    ['no-document', undefined, end(1, 'nothing')],
    ['late', state, end(4, pageOf(7))],
    ['late', state, end(4, pageOf(1))],
    ['late', state, end(4, 'nothing')],
  ])('says %s', (decision, before, ended) => {
    expect(decideVersion(before, ended)).toBe(decision);
  });

  it('does not believe a server that calls unchanged what was never recorded', () => {
    expect(decideVersion(undefined, end(1, 'unchanged'))).toBe('no-document');
    const failed = { ...state, versions: 0, latestSha256: undefined };
    expect(decideVersion(failed, end(6, 'unchanged'))).toBe('no-document');
  });
});

describe('stateAfter', () => {
  it('counts a version and remembers what it said', () => {
    expect(stateAfter(state, end(6, pageOf(1)), 'new-content')).toEqual({
      ...{ lastAttempt: 6, versions: 3, latestSha256: hash(1), seenMs: 1_006 },
    });
  });

  it('saw the latest version again when nothing changed', () => {
    const after = stateAfter(state, end(6, 'unchanged'), 'unchanged');
    expect(after).toEqual({ ...state, lastAttempt: 6, seenMs: 1_006 });
  });

  it('saw nothing where there was no document', () => {
    const after = stateAfter(state, end(6, 'nothing'), 'no-document');
    expect(after).toEqual({ ...state, lastAttempt: 6 });
  });

  it('is what it was after a late attempt', () => {
    expect(stateAfter(state, end(2, pageOf(1)), 'late')).toBe(state);
  });
});
