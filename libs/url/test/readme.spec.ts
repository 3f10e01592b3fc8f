import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { example } from './readme-example.ts';

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

describe('the README of url', () => {
  it('shows the example as it is', async () => {
    expect(await read('../README.md')).toContain(await read('readme-example.ts'));
  });

  it('has an example that works', async () => {
    expect(await example()).toEqual({
      url: 'http://news.example.co.uk/~b?q=%C3%A9&z=1',
      host: 'news.example.co.uk',
      site: 'example.co.uk',
      bucket: 662,
      idBytes: 16,
      scope: { inScope: true, by: 'site example.co.uk' },
      printed: { inScope: false, rule: 'deny', reason: 'deny /print/' },
      trap: { rule: 'calendar', reason: 'a date more than 2 years ahead' },
    });
  });
});
