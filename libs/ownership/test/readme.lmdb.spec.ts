import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { example } from './readme-example.ts';

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

describe('the README of ownership', () => {
  it('shows the example as it is', async () => {
    expect(await read('../README.md')).toContain(await read('readme-example.ts'));
  });

  it('has an example that works', async () => {
    await using folder = await temporaryFolder();
    expect(await example(folder.path)).toEqual(['refused', 'applied']);
  });
});
