import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { markOf, readerBytes, readerOf, readersIn, saltOf } from './salted-reader.ts';

const salt = saltOf(new Uint8Array(32).fill(7));

describe('a salted reader', () => {
  it('is the same under one salt, and another under another', () => {
    const reader = readerOf(salt, 'me@example.org');
    expect(readerOf(salt, 'me@example.org')).toBe(reader);
    expect(readerOf(saltOf(new Uint8Array(32).fill(8)), 'me@example.org')).not.toBe(reader);
    expect(readersIn(readerBytes(`${reader}${reader}`))).toEqual([reader, reader]);
    expect(readerBytes(reader)).toHaveLength(8);
  });

  it('is the HMAC that others would make of it', () => {
    const known = createHmac('sha256', new Uint8Array(32).fill(7)).update('me').digest();
    expect(readerBytes(readerOf(salt, 'me'))).toEqual(known.subarray(0, 8));
  });

  it('says nothing of its salt where that is printed', () => {
    const secret = saltOf(Buffer.from('a secret that nobody may see'));
    const printed = `${inspect(secret, { depth: 9 })} ${JSON.stringify(secret)}`;
    expect(printed).not.toContain('secret that');
    expect(printed).not.toContain('97');
  });

  it('takes keys of any form and length', () => {
    const keys = ['', '\ud800', 'ö'.repeat(10_000), '\0'];
    expect(new Set(keys.map((key) => readerOf(salt, key))).size).toBe(4);
  });

  it('has a mark for each page', () => {
    const reader = readerOf(salt, 'me');
    const marks = ['http://a.test/', 'http://a.test/1'].map((url) => markOf(reader, url));
    expect(new Set(marks).size).toBe(2);
    expect(marks.every((mark) => mark.length === 8)).toBe(true);
  });
});
