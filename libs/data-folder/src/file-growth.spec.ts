import { describe, expect, it } from '@jest/globals';
import { closeSync, mkdtempDisposableSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileGrowth } from './file-growth.ts';

const PAGE = 262_144;

/** A file of so many pages, sparse but for what stands at its beginning and its end. */
function grown(pages: number, { used = pages, times = 1, write = writeSync } = {}) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'mayfly-growth-'));
  const path = join(folder.path, 'file');
  const ends = [0, pages * PAGE - 1];
  const file = openSync(path, 'w+');
  for (const at of ends) writeSync(file, 'x', at);
  const growth = new FileGrowth(path, write);
  for (let time = 0; time < times; time += 1) {
    growth.growAhead(() => ({ pageSize: PAGE, lastPageNumber: used - 1 }));
  }
  growth.close();
  const byte = Buffer.alloc(1);
  const isKept = ends.every(
    (at) => readSync(file, byte, 0, 1, at) === 1 && byte.toString() === 'x',
  );
  closeSync(file);
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
    expect(grown(2_048)).toEqual({ pages: 2_080, isKept: true });
    expect(grown(2_048, { times: 2 })).toEqual({ pages: 2_112, isKept: true });
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
