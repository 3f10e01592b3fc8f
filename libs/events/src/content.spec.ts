import { describe, expect, it } from '@jest/globals';
import { packContent, sha256, unpackContent } from './content.ts';

const page = Buffer.from('<p>a page that says the same again and again</p>'.repeat(200));

describe('packContent', () => {
  it('makes a page smaller and names it by its own bytes', async () => {
    const packed = await packContent(page);
    expect(packed.at.value.length).toBeLessThan(page.length / 10);
    expect(packed).toMatchObject({ size: page.length, sha256: sha256(page) });
  });

  it('leaves a few bytes as they are', async () => {
    const few = Buffer.from('hello');
    expect((await packContent(few)).at.value).toEqual(few);
  });

  it('packs nothing to nothing', async () => {
    const { at, ...about } = await packContent(new Uint8Array());
    expect(await unpackContent({ ...about, bytes: at.value })).toHaveLength(0);
  });
});

describe('unpackContent', () => {
  it('gives the bytes back', async () => {
    const { at, ...about } = await packContent(page);
    expect(Buffer.from(await unpackContent({ ...about, bytes: at.value }))).toEqual(page);
  });

  it('refuses bytes that are not those of the hash, of another size, or no zstd at all', async () => {
    const { at, ...about } = await packContent(page);
    const wrong = [
      { ...about, bytes: at.value, sha256: sha256(Buffer.from('x')) },
      { ...about, bytes: at.value, size: page.length - 1 },
      { ...about, bytes: at.value, size: page.length + 1 },
      { ...about, bytes: at.value.subarray(0, at.value.length - 5) },
      { ...about, bytes: Buffer.from('not zstd') },
    ];
    for (const each of wrong) {
      await expect(unpackContent(each)).rejects.toMatchObject({ code: 'BODY_MISMATCH' });
    }
  });
});
