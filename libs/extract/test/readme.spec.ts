import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { example } from './readme-example.ts';

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

describe('the README of extract', () => {
  it('shows the example as it is', async () => {
    expect(await read('../README.md')).toContain(await read('readme-example.ts'));
  });

  it('has an example that works', async () => {
    expect(await example()).toMatchObject({
      kind: 'html',
      mediaType: 'text/html',
      encoding: 'utf-8',
      encodingReason: 'header',
      title: 'Mayflies & more',
      text: 'Mayflies\nThey live one day. More Log in',
      links: [
        { url: 'https://example.org/feed', kind: 'feed', nofollow: false },
        { url: 'https://example.org/insects/more', kind: 'anchor', text: 'More', region: 'main' },
        { url: 'https://example.org/login', kind: 'anchor', nofollow: true, rel: ['nofollow'] },
      ],
      truncated: false,
    });
  });
});
