import { describe, expect, it } from '@jest/globals';
import { mkdtempDisposableSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileGrowth } from './file-growth.ts';

const PAGE = 65_536;

function grown(pages: number, { used = pages, times = 1, write = writeSync } = {}) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'mayfly-growth-'));
  const path = join(folder.path, 'file');
  const before = Buffer.alloc(pages * PAGE, 'x');
  writeFileSync(path, before);
  const growth = new FileGrowth(path, write);
  for (let time = 0; time < times; time += 1) {
    growth.growAhead(() => ({ pageSize: PAGE, lastPageNumber: used - 1 }));
  }
  growth.close();
  const isKept = readFileSync(path).subarray(0, before.length).equals(before);
  return { pages: statSync(path).size / PAGE, isKept };
}

describe('a file that grows ahead', () => {
  it('has a share of its pages ready behind the last one, and what was there stays', () => {
    expect(grown(1_024)).toEqual({ pages: 1_056, isKept: true });
  });

  it('does not grow again while that is enough', () => {
    expect(grown(1_024, { times: 3 })).toEqual({ pages: 1_056, isKept: true });
    expect(grown(1_100, { used: 1_024 })).toEqual({ pages: 1_100, isKept: true });
  });

  it('grows by so much at once that nobody waits for long', () => {
    expect(grown(5_120)).toEqual({ pages: 5_248, isKept: true });
    expect(grown(5_120, { times: 2 })).toEqual({ pages: 5_280, isKept: true });
  });

  it('does without where the disk is full', () => {
    let writes = 0;
    const write = (() => {
      writes += 1;
      throw new Error('ENOSPC');
    }) as unknown as typeof writeSync;
    expect(grown(1_024, { times: 3, write })).toEqual({ pages: 1_024, isKept: true });
    expect(writes).toBe(1);
  });

  it('is left alone while it is small', () => {
    expect(grown(1_000)).toEqual({ pages: 1_000, isKept: true });
  });
});
