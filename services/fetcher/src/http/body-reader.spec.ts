import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { BodyReader } from './body-reader.ts';
import { BadEncoding, BodyTooLarge } from './decode-body.ts';

interface Read {
  readonly encoding?: string;
  readonly maxBodyBytes?: number;
  readonly cut?: boolean;
  /** Whether it is unpacked while it comes. */
  readonly coming?: boolean;
}

/** Reads a body in pieces of 1,000 bytes, as long as more is wanted. */
async function read(bytes: Uint8Array, options: Read = {}) {
  const { encoding, maxBodyBytes = 1_000_000, cut = false, coming = false } = options;
  const enough = Promise.withResolvers<Error | undefined>();
  let isEnough = false;
  const reader = new BodyReader(encoding, { maxBodyBytes, cut }, (error) => {
    isEnough = true;
    enough.resolve(error);
  });
  if (coming) reader.decodeFromNow();
  let at = 0;
  for (; at < bytes.length && !isEnough; at += 1_000) {
    reader.push(Buffer.from(bytes.subarray(at, at + 1_000)));
    if (coming) await new Promise(setImmediate);
  }
  const body = await reader.whole();
  return { body: Buffer.from(body), truncated: reader.truncated, taken: at };
}

const TEXT = Buffer.from('some words '.repeat(2_000));
const PACKED = [
  ['gzip', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['zstd', zstdCompressSync(TEXT)],
  ['gzip, zstd', zstdCompressSync(gzipSync(TEXT))],
] as const;

describe.each([
  ['when it is whole', false],
  ['while it comes', true],
])('a packed body, unpacked %s,', (_, coming) => {
  it.each(PACKED)('of %s is what was packed', async (encoding, bytes) => {
    expect((await read(bytes, { encoding, coming })).body.equals(TEXT)).toBe(true);
  });

  it('that is too large is refused, or cut', async () => {
    const options = { encoding: 'gzip', maxBodyBytes: 10_000, coming };
    await expect(read(gzipSync(TEXT), options)).rejects.toThrow(BodyTooLarge);
    const { body, truncated } = await read(gzipSync(TEXT), { ...options, cut: true });
    expect([body.toString(), truncated]).toEqual([TEXT.toString().slice(0, 10_000), true]);
  });

  it('that ends too early is read as far as it goes', async () => {
    const packed = gzipSync(randomBytes(9_000).toString('hex'));
    const { body } = await read(packed.subarray(0, -100), { encoding: 'gzip', coming });
    expect(body.length).toBeGreaterThan(10_000);
  });

  it('with something after its end is what was packed', async () => {
    const junk = Buffer.concat([gzipSync(TEXT), Buffer.alloc(50_000, 'junk')]);
    expect((await read(junk, { encoding: 'gzip', coming })).body.equals(TEXT)).toBe(true);
  });

  it('with something after its end is refused where it is large', async () => {
    const junk = Buffer.concat([gzipSync(Buffer.alloc(5_000_000)), Buffer.from('junk')]);
    const options = { encoding: 'gzip', maxBodyBytes: 9_000_000, coming };
    await expect(read(junk, options)).rejects.toThrow(BadEncoding);
  });

  it('that is none is refused', async () => {
    await expect(read(TEXT, { encoding: 'gzip', coming })).rejects.toThrow(BadEncoding);
  });

  it('of nothing is nothing', async () => {
    expect((await read(new Uint8Array(), { encoding: 'gzip, br', coming })).body.length).toBe(0);
  });
});

describe('a bomb', () => {
  it('is over when its output passes the limit, and not when all of it has come', async () => {
    const maxBodyBytes = 2_000_000;
    // It grows slowly at first, so that most of its bytes are still to come when it has given too much.
    const bomb = gzipSync(Buffer.concat([Buffer.alloc(20_000_000), randomBytes(1_500_000)]));
    const enough = Promise.withResolvers<Error | undefined>();
    const reader = new BodyReader('gzip', { maxBodyBytes, cut: false }, enough.resolve);
    reader.push(bomb.subarray(0, 300_000));
    expect(await enough.promise).toBeInstanceOf(BodyTooLarge);
    await expect(reader.whole()).rejects.toThrow(BodyTooLarge);
  });

  it('within a bomb is over when the outer one has given too much', async () => {
    // Blocks of nothing: what is inside never gives anything, and never ends.
    const nothing = Buffer.from('0000ffff00'.repeat(2_000_000), 'hex');
    const inner = Buffer.concat([gzipSync('x').subarray(0, 10), Buffer.from([0]), nothing]);
    const bomb = gzipSync(inner);
    const options = { encoding: 'gzip, gzip', maxBodyBytes: 1_000_000, coming: true };
    await expect(read(bomb, options)).rejects.toThrow(BodyTooLarge);
  });
});

describe('a body', () => {
  it('that is not packed is cut or refused where it passes the limit', async () => {
    const bytes = randomBytes(5_500);
    await expect(read(bytes, { maxBodyBytes: 2_500 })).rejects.toThrow(BodyTooLarge);
    const { body, truncated, taken } = await read(bytes, { maxBodyBytes: 2_500, cut: true });
    expect([body.equals(bytes.subarray(0, 2_500)), truncated, taken]).toEqual([true, true, 3_000]);
  });

  it('knows by its packing whether it is whole', () => {
    const isWhole = (bytes: Buffer) => {
      const reader = new BodyReader('gzip', { maxBodyBytes: 1_000_000, cut: false }, () => {});
      reader.push(bytes);
      return reader.endsItself();
    };
    expect([isWhole(gzipSync(TEXT)), isWhole(gzipSync(TEXT).subarray(0, -9))]).toEqual([
      true,
      false,
    ]);
  });

  it.each(['gzip,gzip,gzip', 'rot13', Array(1_000).fill('gzip').join()])(
    'packed as %.20s is refused before it comes',
    (encoding) => {
      const limit = { maxBodyBytes: 1, cut: false };
      expect(() => new BodyReader(encoding, limit, () => {})).toThrow(BadEncoding);
    },
  );
});
