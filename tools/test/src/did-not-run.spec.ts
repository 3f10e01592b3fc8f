import { describe, expect, it } from '@jest/globals';
import { didNotRun } from './did-not-run.ts';

const SPECS = ['/r/a.mongodb.spec.ts', '/r/b.own-mongodb.spec.ts', '/r/c.lmdb.spec.ts'];

describe('didNotRun', () => {
  it('says nothing when nothing was missing', () => {
    expect(didNotRun(SPECS, [])).toBe('');
  });

  it('names the specs, and each reason once', () => {
    const reason = 'No MongoDB can be had.\n  docker: no engine';
    const text = didNotRun(SPECS, [
      { server: 'mongodb', reason },
      { server: 'own-mongodb', reason },
    ]);
    expect(text.split('\n').filter((line) => !/^!{10}/.test(line))).toEqual([
      '',
      '! Tests on real servers DID NOT RUN: *.mongodb.spec.ts (1 file), *.own-mongodb.spec.ts (1 file)',
      '! No MongoDB can be had.',
      '!   docker: no engine',
      '',
    ]);
  });
});
