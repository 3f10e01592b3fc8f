import { describe, expect, it } from '@jest/globals';
import { readHtml } from './read-html.ts';
import { LIMITS } from '../limits.ts';

const notice = (html: string) => readHtml(html, { url: 'https://a.test/x', limits: LIMITS }).notice;
const WORDS =
  'Mayflies spend a year in the water and one day in the air, on which they do not eat. ';
const MENU = '<ul>' + '<li><a href=/x>Another page of ours</a>'.repeat(20) + '</ul>';

describe('a page that is none', () => {
  it.each([
    [
      'soft-404',
      '<title>Page not found | News</title><h1>Oops</h1><p>Try the search instead, or go home.</p>',
    ],
    [
      'soft-404',
      `<title>News</title>${MENU}<h1>404</h1><p>Nothing here, sorry about that dear reader.</p>${MENU}`,
    ],
    [
      'soft-404',
      '<title>Zeitung</title><p>Die gesuchte Seite wurde leider nicht gefunden oder verschoben.</p>',
    ],
    [
      'soft-404',
      "<title>Journal</title><p>Cette page est introuvable : elle n'existe plus sur ce site.</p>",
    ],
    [
      'login-wall',
      '<title>Members</title><form><p>Please sign in to go on reading here</p><input type=password></form>',
    ],
    [
      'login-wall',
      '<title>A story</title><p>Subscribe to continue reading. Already a subscriber? Log in here.</p>',
    ],
    [
      'consent-wall',
      '<title>News</title><p>We and our partners use cookies. Read our privacy notice.</p><button>Accept all</button>',
    ],
    [
      'consent-wall',
      '<title>Zeitung</title><p>Bitte zustimmen: Cookies und Tracking. Hinweise zum Datenschutz.</p>',
    ],
    ['empty', '<title>App</title><div id=root></div><script>start()</script>'],
  ])('is named: %s', (name, html) => {
    expect(notice(html)).toBe(name);
  });

  it.each([
    ['an article', `<title>Mayflies</title><article><p>${WORDS.repeat(12)}</p></article>`],
    [
      'an article about pages that are not found',
      `<title>404 Not Found: a history</title><article><p>${WORDS.repeat(30)}</p></article>`,
    ],
    [
      'an article with a cookie notice',
      `<div>We use cookies, accept our privacy terms</div><article><p>${WORDS.repeat(20)}</p></article>`,
    ],
    [
      'an article with a field to sign in',
      `<form>Log in<input type=password></form><article><p>${WORDS.repeat(12)}</p></article>`,
    ],
    [
      'a short page',
      '<title>Hours</title><p>We are open from nine to five on every day but Sunday.</p>',
    ],
    [
      'a short page in letters that say much',
      '<title>川</title><p>川の上で踊る虫たち。一日だけ生きる。</p>',
    ],
    ['a page of frames', '<frameset><frame src=/a><frame src=/b></frameset>'],
    ['a list of links', `<title>Archive</title>${MENU.repeat(5)}`],
  ])('is not %s', (_, html) => {
    expect(notice(html)).toBeUndefined();
  });
});
