import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { example } from './readme-example.ts';

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

describe('the README of readers', () => {
  it('shows the example as it is', async () => {
    expect(await read('../README.md')).toContain(await read('readme-example.ts'));
  });

  it('shows what happens', () => {
    expect(example()).toEqual({ counted: 1, kept: 3 });
  });
});
