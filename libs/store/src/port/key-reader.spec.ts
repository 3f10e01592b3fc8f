import { describe, expect, it } from '@jest/globals';
import { encodeKey, type KeyValue } from './key-bytes.ts';
import { KeyReader } from './key-reader.ts';

const KEYS: readonly (readonly KeyValue[])[] = [
  [1, 'news', new Uint8Array([1, 2]), 'a'],
  [1, 'news', new Uint8Array([1, 2]), 'ab'],
  [1, 'news', new Uint8Array([1, 3]), 'ab'],
  [1, 'new', new Uint8Array([1, 3]), 'ab'],
  [1],
  [1, 'new', true],
  [-1, 'new', true, 0.5],
  [],
  ['new'],
  ['new\0er', 1],
  ['new', 1],
];

describe('reading keys one after another', () => {
  it('gives the values of each, whatever came before it', () => {
    const reader = new KeyReader();
    for (const key of [...KEYS, ...KEYS.toReversed()]) {
      expect(reader.read(encodeKey(key))).toEqual(key);
    }
  });

  it('makes what neighbours have in common once', () => {
    const reader = new KeyReader();
    const [one, other] = KEYS.slice(0, 2).map((key) => reader.read(encodeKey(key)));
    expect(other![2]).toBe(one![2]);
  });

  it('takes nothing for granted about the bytes of the key before', () => {
    const reader = new KeyReader();
    const bytes = Buffer.from(encodeKey(['a', 'b']));
    reader.read(bytes);
    bytes.set(encodeKey(['c', 'b']));
    expect(reader.read(bytes)).toEqual(['c', 'b']);
  });

  it('refuses bytes that are no key', () => {
    expect(() => new KeyReader().read(Buffer.of(0x77))).toThrow('no key');
  });
});
