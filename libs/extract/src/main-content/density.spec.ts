import { describe, expect, it } from '@jest/globals';
import { readHtml } from '../html/read-html.ts';
import { LIMITS } from '../limits.ts';
import { textOfRanges } from './main-content.ts';

function main(html: string): string {
  const { text, main: ranges } = readHtml(html, { url: 'https://a.test/', limits: LIMITS });
  return textOfRanges(text, ranges);
}

const FIRST =
  'Mayflies spend a year in the water and a day in the air, which is a day without a meal. ';
const SECOND =
  'In the evening they dance above the river, and whoever looks up sees a cloud of them. ';
const ARTICLE = `<p>${FIRST.repeat(3)}</p><p>${SECOND.repeat(3)}</p>`;
const SAID = `${FIRST.repeat(3).trim()}\n${SECOND.repeat(3).trim()}`;
const MENU = `<ul>${'<li><a href=/x>Another page</a></li>'.repeat(12)}</ul>`;

describe('the main content', () => {
  it('is the text between menus, without the headline of the page', () => {
    const html = `<div>${MENU}</div><div><h1>Mayflies</h1>${ARTICLE}</div><div>${MENU}</div>`;
    expect(main(html)).toBe(SAID);
  });

  it.each([
    ['navigation', `<nav><p>${FIRST}</p></nav>`],
    ['comments', `<div class="comment-list"><p>${FIRST}</p></div>`],
    ['what is called by another word of a name', `<section id=articleShareBox>${FIRST}</section>`],
    ['captions', `<figure><img><figcaption>${FIRST}</figcaption></figure>`],
    ['what is not shown', `<div style="display: none">${FIRST}</div>`],
    ['what is called invisible', `<div class="w-condition-invisible">${FIRST}</div>`],
    ['a word about the author', `<div class="fl-author-box"><p>${FIRST}</p></div>`],
    ['a call to action', `<div class="blog-cta"><p>${FIRST}</p></div>`],
    ['the column at the right', `<div id=rightRail><p>${FIRST}</p></div>`],
    ['a caption', `<div class="image-caption">${FIRST}</div>`],
    ['a picture with a few words', `<div><div><img></div><p>The river</p></div>`],
    ['a teaser of something else', `<div class=teaser><a href=/x>Nets</a><p>${FIRST}</p></div>`],
    ['a list of links', MENU],
    ['a heading of what was left out', `<h3>Read on</h3>${MENU}`],
  ])('leaves out %s', (_, extra) => {
    expect(main(`<div>${ARTICLE}${extra}</div>`)).toBe(SAID);
  });

  it.each([
    [
      'a name that only frames the article',
      `<div class="with-sidebar"><div>${ARTICLE}</div></div>`,
    ],
    ['a word of politics', `<div class="tag-politics category-comment-free">${ARTICLE}</div>`],
    [
      'names that are headlines',
      `<p>${FIRST}</p><div id="sharing-the-river-with-others">${ARTICLE}</div>`,
    ],
    [
      'a name around a long article',
      `<div class=modal><article>${ARTICLE.repeat(4)}</article></div><div>${ARTICLE.repeat(2)}</div>`,
    ],
    ['a form around the whole page', `<form id=aspnet>${ARTICLE}</form>`],
    [
      'a name that a kit gives all its parts',
      `<div><div class="elementor-widget elementor-widget-text-editor">${ARTICLE}</div><p>${SECOND.repeat(9)}</p></div>`,
    ],
    ['a name for the rest of it', `<p>${FIRST}</p><div id="entry-more">${ARTICLE}</div>`],
    [
      'a widget that is the blog',
      `<div class=widget><div class=hentry>${ARTICLE}</div></div><p>${FIRST}</p>`,
    ],
  ])('is found in spite of %s', (_, html) => {
    expect(main(html)).toContain(SAID);
  });

  it('keeps headings, lists and quotations of the text', () => {
    const html = `<article>${ARTICLE}<h2>How long?</h2><ul><li>One day in the air, at most two</li></ul>
      <blockquote>They have no mouth.</blockquote></article>`;
    expect(main(html)).toBe(
      `${SAID}\nHow long?\nOne day in the air, at most two\nThey have no mouth.`,
    );
  });

  it.each([
    [
      'a paragraph with half of it in links',
      '<p>Ask <a href=/a>the angler</a> or <a href=/b>us</a>.</p>',
    ],
    ['a paragraph that is a link', '<p><a href=/a>The river, seen from above</a></p>'],
    [
      'a sentence that is link for the most part, in boxes of its own',
      '<div><div><p>Ask <a href=/a>the angler who sits at the mouth of the river</a>, or his dog.</p></div></div>',
    ],
    ['an item that is a link', '<ul><li><a href=/a>The green drake</a></li></ul>'],
    [
      'a list with a link in each item',
      '<ul><li><a href=/a>Ephemera danica</a>, the green drake</li></ul>',
    ],
  ])('keeps %s in the middle of the text', (_, piece) => {
    const said = piece.replace(/<[^>]+>/g, '');
    expect(main(`<div>${ARTICLE}${piece}<p>${FIRST}</p></div>`)).toBe(
      `${SAID}\n${said}\n${FIRST.trim()}`,
    );
  });

  it.each(['Read more: a day in May', 'Lesen Sie auch: Ein Tag im Mai'])(
    'leaves out a paragraph that leads elsewhere (%s)',
    (words) => {
      const html = `<div>${ARTICLE}<p><a href=/a>${words}</a></p><p>${FIRST}</p></div>`;
      expect(main(html)).toBe(`${SAID}\n${FIRST.trim()}`);
    },
  );

  it('keeps headlines over parts of the text, but not that of the page', () => {
    const html = `<div><h1>Logo</h1><h1>Mayflies</h1>${ARTICLE}<h1>The evening</h1>${ARTICLE}</div>`;
    expect(main(html)).toBe(`${SAID}\nThe evening\n${SAID}`);
  });

  it('keeps a table in a figure, without its caption', () => {
    const table = '<table><tr><td>Danica<td>Two years in the water</table>';
    const html = `<div>${ARTICLE}<figure>${table}<figcaption>Ages</figcaption></figure></div>`;
    expect(main(html)).toBe(`${SAID}\nDanica\nTwo years in the water`);
  });

  it('is the article where a page has other text around it', () => {
    const html = `<div><p>${FIRST}</p><article>${ARTICLE.repeat(2)}</article></div>`;
    expect(main(html)).toBe(`${SAID}\n${SAID}`);
  });

  it('begins below the headline, before what is called the text', () => {
    const lead = `<p>${FIRST}</p><p>By Jo, 3 May 2016</p>`;
    const html = `<article><p>Nature</p><h1>Mayflies</h1>${lead}<div class=article-body>${ARTICLE}</div></article>`;
    expect(main(html)).toBe(`${FIRST.trim()}\n${SAID}`);
  });

  it.each([
    ['a long heading', `<h3>${SECOND.trim()}</h3><div>${MENU}</div>`],
    ['a teaser without a link', `<p class=article-teaser>${SECOND.trim()}</p>`],
  ])('begins with %s below the headline', (_, lead) => {
    const html = `<article><h1>Mayflies</h1>${lead}<div class=article-body>${ARTICLE}</div></article>`;
    expect(main(html)).toBe(`${SECOND.trim()}\n${SAID}`);
  });

  it('has neither the title of the page in it nor its date', () => {
    const head = '<h2>Mayflies of the rivers</h2><p>Updated 3 May 2016, 14:30</p>';
    const html = `<title>Mayflies of the rivers | Post</title><article>${head}${ARTICLE}</article>`;
    expect(main(html)).toBe(SAID);
  });

  it('leaves out more that is hidden than is shown, where much is shown', () => {
    const shown = ARTICLE.repeat(6);
    const html = `<div>${shown}</div><div hidden>${shown}${shown}</div>`;
    expect(main(html)).toBe(`${SAID}\n`.repeat(6).trim());
  });

  it('ends where its text does, whatever else stands below', () => {
    const text = `<div class=rich>${ARTICLE.repeat(3)}</div>`;
    const html = `<div><h1>Mayflies</h1>${text}<div><p>${SECOND}</p></div></div>`;
    expect(main(html)).toBe(`${SAID}\n${SAID}\n${SAID}`);
  });

  it('is nothing where there is no text', () => {
    expect(main('<div><img></div>')).toBe('');
  });
});
