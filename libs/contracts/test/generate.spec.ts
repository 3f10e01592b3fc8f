import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { generate, readFolder, staleFiles } from '../generate.ts';

const COMMITTED = readFolder(join(import.meta.dirname, '../src/generated'));

describe('generate', () => {
  it('makes exactly the files that are committed', () => {
    expect(staleFiles(generate(), COMMITTED)).toEqual([]);
  });
});

describe('staleFiles', () => {
  it('names a file that changed, one that is missing and one that is too many', () => {
    const fresh = new Map([
      ...COMMITTED,
      ['descriptors.ts', 'new'],
      ['mayfly/new/v1/index.ts', ''],
    ]);
    const committed = new Map([...COMMITTED, ['mayfly/old/v1/index.ts', '']]);
    expect(staleFiles(fresh, committed)).toEqual([
      'descriptors.ts',
      'mayfly/new/v1/index.ts',
      'mayfly/old/v1/index.ts',
    ]);
  });
});
