import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { compareKeys } from '../../test/conformance/model-order.ts';
import { decodeKey, encodeKey, justAfter, type KeyValue, valueEnd } from './key-bytes.ts';

const number = fc
  .oneof(
    fc.double({ noNaN: true }),
    fc.integer(),
    fc.integer({ min: -600, max: 600 }).map((value) => value / 4),
    fc.maxSafeInteger(),
    fc.constantFrom(0, -0, 5e-324, -5e-324, 2 ** 53, -(2 ** 53), Infinity, -Infinity),
  )
  .map((value) => (value === 0 ? 0 : value));
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\0', '\u0001', 'a', '\u{1F600}', '\uffff') }),
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 12 }),
  fc.uint8Array({ minLength: 126, maxLength: 130 }),
);
const value: fc.Arbitrary<KeyValue> = fc.oneof(number, text, bytes, fc.boolean());
const key = fc.array(value, { maxLength: 4 });

const seed = testSeed();

describe('encodeKey', () => {
  it('gives bytes that sort as the values do', () => {
    fc.assert(
      fc.property(key, key, (one, other) => {
        const order = Buffer.compare(encodeKey(one), encodeKey(other));
        expect(order).toBe(Math.sign(compareKeys(one, other)));
      }),
      { seed, numRuns: 3_000 },
    );
  });

  it('can be undone', () => {
    fc.assert(
      fc.property(key, (values) => expect(decodeKey(encodeKey(values))).toEqual(values)),
      { seed, numRuns: 1_000 },
    );
  });
});

describe('encodeKey', () => {
  it('leaves keys as they are, however many come after them', () => {
    const texts = Array.from({ length: 3_000 }, (_, at) => `${at}`.repeat(1 + (at % 40)));
    const keys = texts.map((text) => encodeKey([text]));
    expect(keys.map((each) => decodeKey(each))).toEqual(texts.map((text) => [text]));
  });

  it('takes values longer than all it has room for', () => {
    const long = 'x'.repeat(100_000);
    expect(decodeKey(encodeKey([long, 1]))).toEqual([long, 1]);
  });

  it('writes whole numbers in as many bytes as they have, and a tag', () => {
    const lengths = [0, 1, 255, 256, -1, -256, 1.8e12, 2 ** 53 - 1].map(
      (value) => encodeKey([value]).length,
    );
    expect(lengths).toEqual([1, 2, 2, 3, 2, 3, 7, 8]);
  });

  it('writes fractions between -1 and 1 without a whole number', () => {
    expect([0.5, -0.5, 1.5].map((value) => encodeKey([value]).length)).toEqual([3, 3, 5]);
  });

  it('writes bytes that are few with one byte for their length', () => {
    const lengths = [0, 8, 127, 128].map((length) => encodeKey([new Uint8Array(length)]).length);
    expect(lengths).toEqual([1, 9, 128, 133]);
  });
});

describe('valueEnd', () => {
  it('finds where each value of a key ends', () => {
    fc.assert(
      fc.property(key, (values) => {
        const encoded = encodeKey(values);
        let end = 0;
        for (let at = 1; at <= values.length; at += 1) {
          end = valueEnd(encoded, end);
          expect(end).toBe(encodeKey(values.slice(0, at)).length);
        }
      }),
      { seed, numRuns: 1_000 },
    );
  });
});

describe('decodeKey', () => {
  it('tells bytes that are no key', () => {
    for (const bad of [
      [0x00],
      [0x14],
      [0x0b, 3],
      [0x09, 2],
      [0x0c],
      [0x0c, 7, 0xff],
      [0x20, 65],
      [0x39, 1],
      [0xb0, 0, 0],
      [0xc2],
    ]) {
      expect(decodeKey(Uint8Array.from(bad))).toBeUndefined();
    }
  });
});

describe('justAfter', () => {
  it('lies after everything that begins with the key and before what sorts after it', () => {
    fc.assert(
      fc.property(key, key, (begin, other) => {
        const point = justAfter(encodeKey(begin));
        const begins =
          other.length >= begin.length && compareKeys(other.slice(0, begin.length), begin) === 0;
        const expected = begins ? 1 : Math.sign(compareKeys(begin, other));
        expect(Buffer.compare(point, encodeKey(other))).toBe(expected);
      }),
      { seed, numRuns: 3_000 },
    );
  });
});
