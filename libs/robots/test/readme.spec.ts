import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { example } from './readme-example.ts';

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

describe('the README of robots', () => {
  it('shows the example as it is', async () => {
    expect(await read('../README.md')).toContain(await read('readme-example.ts'));
  });

  it('has an example that works', async () => {
    expect(await example()).toEqual({
      home: true,
      search: { allowed: false, pattern: '/search' },
      about: { allowed: true, pattern: '/search/about$' },
      crawlDelayMs: 2_500,
      sitemaps: ['https://example.org/news.xml'],
      signals: { search: true, 'ai-train': false },
      page: { noindex: false, nofollow: false, noarchive: true, nosnippet: false, others: [] },
      others: false,
    });
  });
});
