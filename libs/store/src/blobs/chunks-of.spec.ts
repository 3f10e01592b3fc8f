import { describe, expect, it } from '@jest/globals';
import { CHUNK_BYTES, chunksOf } from './chunks-of.ts';

async function sizes(...pieces: number[]): Promise<number[]> {
  async function* source(): AsyncGenerator<Uint8Array> {
    for (const size of pieces) yield new Uint8Array(size);
  }
  const found: number[] = [];
  for await (const chunk of chunksOf(source())) found.push(chunk.length);
  return found;
}

describe('chunksOf', () => {
  it('makes no chunk of nothing', async () => {
    expect(await sizes()).toEqual([]);
    expect(await sizes(0, 0)).toEqual([]);
  });

  it('joins small pieces and cuts large ones', async () => {
    expect(await sizes(10, 20, 30)).toEqual([60]);
    expect(await sizes(CHUNK_BYTES)).toEqual([CHUNK_BYTES]);
    expect(await sizes(CHUNK_BYTES * 2 + 5, 7)).toEqual([CHUNK_BYTES, CHUNK_BYTES, 12]);
  });
});
