import { describe, expect, it } from '@jest/globals';
import { exitCodeFor, jsonLine, textLine } from './result.ts';

const good = {
  engine: 'lmdb',
  done: { rounds: 2, kills: 1_000 },
  lost: { lost: 0, halfWritten: 0 },
};
const bad = { ...good, lost: { lost: 0, halfWritten: 1 } };

describe('the result of a soak', () => {
  it('is a line for people', () => {
    expect(textLine(bad)).toBe('lmdb: 2 rounds, 1,000 kills; 0 lost, 1 half written');
  });

  it('is one object for scripts', () => {
    expect(JSON.parse(jsonLine('store', bad))).toEqual({
      soak: 'store',
      engine: 'lmdb',
      rounds: 2,
      kills: 1_000,
      lost: 0,
      halfWritten: 1,
    });
  });

  it('says whose it is where each process has one', () => {
    const one = { ...good, process: 'frontier' };
    expect(textLine(one)).toBe('lmdb frontier: 2 rounds, 1,000 kills; 0 lost, 0 half written');
    expect(JSON.parse(jsonLine('memory', one))).toMatchObject({ process: 'frontier' });
  });

  it('is a failure when anything of any engine was lost', () => {
    expect([exitCodeFor([good, good]), exitCodeFor([good, bad])]).toEqual([0, 1]);
  });
});
