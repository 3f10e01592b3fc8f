import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { ERRORS } from '@mayfly/errors';

describe('docs/errors.md', () => {
  it('has a row for each code of the catalogue, and no other', async () => {
    const page = await readFile(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([A-Z_]+)`\s+\| ([A-Z_]+)\s+\| (yes|no)\s+\|/gm)];
    const told = rows.map(([, code, status, again]) => [code, status, again === 'yes']);
    const known = Object.entries(ERRORS).map(([code, { grpc, retry }]) => [code, grpc, retry]);
    expect(told).toEqual(known);
  });
});
