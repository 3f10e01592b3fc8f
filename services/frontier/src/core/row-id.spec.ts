import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Url } from '@mayfly/url';
import fc from 'fast-check';
import { bytesOfId, idOfBytes, rowId } from './row-id.ts';

describe('the id of a row', () => {
  it('is the first 80 bits of the hash, as bytes and as text', () => {
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        const bytes = createHash('sha256').update(url).digest().subarray(0, 10);
        const id = rowId(url as Url);
        expect(id).toBe(bytes.toString('base64url'));
        expect(Buffer.from(bytesOfId(id))).toEqual(bytes);
        expect(idOfBytes(bytes)).toBe(id);
      }),
    );
  });
});
