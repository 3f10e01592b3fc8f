import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Blobs, defineBlobs, type Store } from '@mayfly/store';
import { FakeClock } from '@mayfly/testing';
import type { Engine, StorePlace } from './engine.ts';

const bodies = defineBlobs({ name: 'bodies' });
const MEGABYTE = 1024 * 1024;

async function opened(place: StorePlace) {
  const store = await place.open(bodies.tables);
  const clock = new FakeClock();
  return { store, clock, blobs: new Blobs({ store, tables: bodies, clock, random: Math.random }) };
}

/** Bytes that depend on where they stand, in pieces that fit no chunk. */
async function* bytesOf(size: number, seed = 0): AsyncGenerator<Uint8Array> {
  const piece = 300_007;
  for (let at = 0; at < size; at += piece) {
    const length = Math.min(piece, size - at);
    yield new Uint8Array(length).fill((at / piece + seed) % 251);
  }
}

async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  return hash.digest('hex');
}

async function rowsLeft(store: Store): Promise<number> {
  let count = 0;
  for (const table of bodies.tables) {
    for await (const rows of store.scan(table, { limit: 20 })) count += rows.length;
  }
  return count;
}

export function blobs(engine: Engine): void {
  describe(`large values on ${engine.name}`, () => {
    it.each([0, 1, 524_288, 524_289, 3 * MEGABYTE, 64 * MEGABYTE])(
      'come back as they were: %i bytes',
      async (size) => {
        await using place = await engine.newPlace();
        const { blobs: values } = await opened(place);
        expect(await values.put('k', bytesOf(size))).toEqual({ size });
        const found = await values.read('k');
        expect(found!.size).toBe(size);
        expect(await digestOf(found!.bytes)).toBe(await digestOf(bytesOf(size)));
      },
      120_000,
    );

    it('of more than 64 MB are refused and leave nothing', async () => {
      await using place = await engine.newPlace();
      const { blobs: values, store } = await opened(place);
      const put = values.put('k', bytesOf(64 * MEGABYTE + 1));
      await expect(put).rejects.toMatchObject({ code: 'ROW_TOO_LARGE' });
      expect(await values.read('k')).toBeUndefined();
      expect(await rowsLeft(store)).toBe(0);
    });

    it('that break off are never seen, and leave nothing', async () => {
      await using place = await engine.newPlace();
      const { blobs: values, store } = await opened(place);
      await values.put('k', bytesOf(10));
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield* bytesOf(2 * MEGABYTE);
        throw new Error('the line went dead');
      }
      await expect(values.put('k', broken())).rejects.toThrow('the line went dead');
      expect((await values.read('k'))!.size).toBe(10);
      expect(await rowsLeft(store)).toBe(2);
    });

    it('can be put again, replaced and removed', async () => {
      await using place = await engine.newPlace();
      const { blobs: values, store, clock } = await opened(place);
      await values.put('k', bytesOf(600_000));
      await values.put('k', bytesOf(600_000));
      const first = await values.read('k');
      await values.put('k', bytesOf(700_000, 1));
      expect(await digestOf(first!.bytes)).toBe(await digestOf(bytesOf(600_000)));
      expect(await digestOf((await values.read('k'))!.bytes)).toBe(
        await digestOf(bytesOf(700_000, 1)),
      );
      await clock.advance(1_000);
      expect(await values.sweep(500)).toBe(2);
      expect(await rowsLeft(store)).toBe(3);
      await expect(digestOf(first!.bytes)).rejects.toMatchObject({ code: 'STORE_AWAY' });
      await values.remove('k');
      await values.remove('k');
      expect(await values.read('k')).toBeUndefined();
      expect(await rowsLeft(store)).toBe(0);
    });

    it('that were interrupted are swept when they are old, and cannot appear afterwards', async () => {
      await using place = await engine.newPlace();
      const { blobs: values, store, clock } = await opened(place);
      const goOn = Promise.withResolvers<void>();
      const isHalfway = Promise.withResolvers<void>();
      async function* slow(): AsyncGenerator<Uint8Array> {
        yield* bytesOf(MEGABYTE);
        isHalfway.resolve();
        await goOn.promise;
      }
      const put = values.put('k', slow()).then(String, (error: Error) => error.message);
      await isHalfway.promise;
      expect(await values.sweep(1_000)).toBe(0);
      await clock.advance(2_000);
      expect(await values.sweep(1_000)).toBe(1);
      goOn.resolve();
      expect(await put).toContain('swept as too old');
      expect(await values.read('k')).toBeUndefined();
      expect(await rowsLeft(store)).toBe(0);
    });

    it('that were swept take no more bytes and leave nothing', async () => {
      await using place = await engine.newPlace();
      const { blobs: values, store, clock } = await opened(place);
      const isEnded = Promise.withResolvers<void>();
      let pieces = 0;
      async function* swept(): AsyncGenerator<Uint8Array> {
        try {
          yield* bytesOf(MEGABYTE);
          await clock.advance(2_000);
          expect(await values.sweep(1_000)).toBe(1);
          for (; pieces < 10; pieces += 1) yield* bytesOf(MEGABYTE);
        } finally {
          isEnded.resolve();
        }
      }
      await expect(values.put('k', swept())).rejects.toThrow('swept as too old');
      await isEnded.promise;
      expect(pieces).toBeLessThan(2);
      expect(await rowsLeft(store)).toBe(0);
    });

    it('of one key from many at once end as one of them, whole', async () => {
      await using place = await engine.newPlace();
      const { blobs: values, store, clock } = await opened(place);
      const sizes = [600_000, 700_000, 800_000, 900_000];
      await Promise.all(sizes.map((size) => values.put('k', bytesOf(size))));
      const found = (await values.read('k'))!;
      expect(sizes).toContain(found.size);
      expect(await digestOf(found.bytes)).toBe(await digestOf(bytesOf(found.size)));
      await clock.advance(1);
      expect(await values.sweep(0)).toBe(3);
      expect(await rowsLeft(store)).toBe(3);
    });
  });
}
