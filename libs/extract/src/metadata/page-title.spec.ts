import { describe, expect, it } from '@jest/globals';
import { pageTitle } from './page-title.ts';

const NONE = {
  title: '',
  headings: [],
  declared: [],
  siteName: '',
  url: 'https://www.example.org/a',
};
const h = (text: string, rank = 1) => ({ text, rank, at: 0 });

describe('pageTitle', () => {
  it.each([
    [
      'a heading that the title names',
      { title: 'Rain falls | Blog of Jo', headings: [h('Blog of Jo'), h('Rain falls')] },
      'Rain falls',
    ],
    [
      'one of a lower rank',
      { title: 'Rain falls - Blog', headings: [h('Blog'), h('About me', 2), h('Rain falls', 2)] },
      'Rain falls',
    ],
    [
      'that with most words',
      { title: 'Rain falls on hills – Rain', headings: [h('Rain'), h('Rain falls on hills')] },
      'Rain falls on hills',
    ],
    ['a heading that stands alone', { title: 'Home', headings: [h('Rain falls')] }, 'Rain falls'],
    [
      'what is declared',
      { title: 'x', declared: ['', 'Rain falls'], headings: [h('A'), h('B')] },
      'Rain falls',
    ],
    [
      'the title without the site behind it',
      { title: 'Rain falls on the hills | Example' },
      'Rain falls on the hills',
    ],
    ['the title without the site before it', { title: 'Example » Rain falls' }, 'Rain falls'],
    [
      'the title without the name that the site gives itself',
      { title: 'Rain — Daily News', siteName: 'Daily News' },
      'Rain',
    ],
    ['a title with a hyphen', { title: 'Well-known rain' }, 'Well-known rain'],
    [
      'the name of the site where there is no other',
      { title: 'Example', headings: [h('Example')] },
      'Example',
    ],
    ['a heading without a title', { headings: [h('Example'), h('Rain')] }, 'Example'],
    ['nothing', {}, ''],
  ])('takes %s', (_, evidence, title) => {
    expect(pageTitle({ ...NONE, ...evidence })).toBe(title);
  });
});
