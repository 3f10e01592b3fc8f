import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { compareKeys } from '../../test/conformance/model-order.ts';
import { decodeKey, encodeKey, justAfter, type KeyValue, valueEnd } from './key-bytes.ts';

const number = fc
  .oneof(
    fc.double({ noNaN: true }),
    fc.integer(),
    fc.constantFrom(0, -0, 5e-324, Infinity, -Infinity),
  )
  .map((value) => (value === 0 ? 0 : value));
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\0', '\u0001', 'a', '\u{1F600}', '\uffff') }),
);
const bytes = fc.uint8Array({ maxLength: 12 });
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

  it('writes small whole numbers in three bytes', () => {
    expect([0, 1, 7, 1_000, -1].map((value) => encodeKey([value]).length)).toEqual([2, 3, 3, 4, 3]);
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
      [0x99],
      [0x10, 2],
      [0x11, 3],
      [0x20, 65],
      [0x30, 9, 1],
      [0x30, 0xff, 0],
      [0x40],
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
