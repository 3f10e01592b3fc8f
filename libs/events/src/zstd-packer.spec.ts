import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sha256 } from './content.ts';
import { ZstdPacker } from './zstd-packer.ts';

describe('ZstdPacker', () => {
  it('packs one thing after another, each to be unpacked alone', () => {
    const packer = new ZstdPacker(1);
    const some = fc.uint8Array({ minLength: 1, maxLength: 2_000 });
    const things = fc.array(fc.tuple(some, fc.integer({ min: 1, max: 200 })), { maxLength: 10 });
    fc.assert(
      fc.property(things, (all) => {
        const whole = all.map(([bytes, times]) => Buffer.concat(Array(times).fill(bytes)));
        const packed = whole.map((bytes) => packer.pack(bytes));
        expect(packed.map((bytes) => zstdDecompressSync(bytes))).toEqual(whole);
      }),
    );
  });

  it('gives back in one what comes out in pieces', () => {
    const noise = Buffer.alloc(200_000);
    for (let at = 0; at < noise.length; at += 32) noise.set(sha256(Buffer.from(String(at))), at);
    const packed = new ZstdPacker(1).pack(noise);
    expect(packed.length).toBeGreaterThan(64 * 1024);
    expect(zstdDecompressSync(packed)).toEqual(noise);
  });

  it('does not look beyond the bytes that it is given', () => {
    const all = Buffer.from('one two three '.repeat(1_000));
    const middle = all.subarray(4, 8_004);
    expect(zstdDecompressSync(new ZstdPacker(1).pack(middle))).toEqual(Buffer.from(middle));
  });
});
