import { describe, expect, it } from '@jest/globals';
import { pageAuthor } from './page-author.ts';
import { readMetadata } from './read-metadata.ts';

const named = (...declared: string[][]) =>
  pageAuthor({ declared, shown: () => [], siteName: 'News' });
const shown = (html: string) => readMetadata(html, 'https://a.test/').author;

describe('pageAuthor', () => {
  it.each([
    [[['Ada Lovelace']], 'Ada Lovelace'],
    [[['By Ada Lovelace']], 'Ada Lovelace'],
    [[['Von Ada Lovelace und Jo Doe']], 'Ada Lovelace; Jo Doe'],
    [[['Ada Lovelace, Jo Doe']], 'Ada Lovelace; Jo Doe'],
    [[['Ada', 'Jo', 'Ada']], 'Ada; Jo'],
    [[['Ada Lovelace, Tue, 17 Nov 2026 06:48:25 GMT']], 'Ada Lovelace'],
    [[['Ada Lovelace | Freitag, 17.11.2026']], 'Ada Lovelace'],
    [[['Ada Sunday 17:05']], 'Ada'],
    [[['Ada Sunday']], 'Ada Sunday'],
    [[['Ada Monroe 5. Mai 2026']], 'Ada Monroe'],
    [[['https://a.test/ada'], ['Ada']], 'Ada'],
    [[['ada@a.test'], ['admin'], ['Ada']], 'Ada'],
    [[['News'], ['Ada']], 'Ada'],
    [[['News']], 'News'],
    [[['one two three four five six seven eight words that are a sentence']], ''],
    [[[]], ''],
  ])('of %j is %j', (declared, author) => {
    expect(named(...declared)).toBe(author);
  });

  it.each([
    ['<h1>Rain</h1><a rel="author" href="/ada">Ada Lovelace</a>', 'Ada Lovelace'],
    [
      '<h1>Rain</h1><span class="post-byline">by <a href="/ada">Ada Lovelace</a></span>',
      'Ada Lovelace',
    ],
    ["<h1>Rain</h1><p class='author vcard'>Von Ada Lovelace</p>", 'Ada Lovelace'],
    ['<h1>Rain</h1><p>The author is <b>not</b> named</p>', ''],
  ])('is found in %s', (html, author) => {
    expect(shown(html)).toBe(author);
  });
});
