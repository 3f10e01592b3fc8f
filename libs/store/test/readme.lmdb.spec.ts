import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { example } from './readme-example.ts';

const textOf = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

describe('the README of store', () => {
  it('shows the example that is run here', async () => {
    const shown = /```ts\n([\s\S]*?)```/.exec(await textOf('../README.md'))?.[1];
    expect(shown).toBe(await textOf('./readme-example.ts'));
  });

  it('promises what the example does', async () => {
    await using folder = await temporaryFolder();
    expect(await example(folder.path)).toEqual({
      first: 'applied',
      second: 'refused',
      due: ['b.test', 'a.test'],
    });
  });
});
