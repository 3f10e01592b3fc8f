import { describe, expect, it } from '@jest/globals';
import type { Url } from './normalise-url.ts';
import { urlId } from './url-id.ts';

describe('urlId', () => {
  // Rows are stored under their id: another answer would lose them.
  it('is the first half of the SHA-256 for ever', () => {
    const id = urlId('http://a.test/' as Url);
    expect(Buffer.from(id).toString('hex')).toBe('b28e3efd6948b8cf6ad9c713cc1225ad');
  });

  it('is bytes of its own, not a window onto others', () => {
    const id = urlId('http://a.test/' as Url);
    expect([id.byteLength, id.buffer.byteLength]).toEqual([16, 16]);
  });
});
