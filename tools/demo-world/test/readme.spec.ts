import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { CAST } from '../src/site.ts';
import { example } from './readme-example.ts';

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

describe('the README of demo-world', () => {
  it('shows the example as it is', async () => {
    expect(await read('../README.md')).toContain(await read('readme-example.ts'));
  });

  it('has an example that works', async () => {
    expect(await example()).toEqual({
      first: 'redirect',
      tooEarly: 0,
      forbidden: ['robots-unread'],
    });
  });

  it('names every host of the cast', async () => {
    const page = await read('../README.md');
    expect(CAST.filter(({ host }) => !page.includes(`| \`${host}\``))).toEqual([]);
  });
});
