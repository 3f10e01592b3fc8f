import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { example } from './readme-example.ts';

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

describe('the README of echo', () => {
  it('shows the example as it is', async () => {
    expect(await read('../README.md')).toContain(await read('readme-example.ts'));
  });

  it('has an example that works', async () => {
    expect(await example()).toEqual({
      refused: 1,
      first: { kind: 'source', id: 0 },
      second: { kind: 'page', id: 0 },
      visits: 1,
    });
  });
});
