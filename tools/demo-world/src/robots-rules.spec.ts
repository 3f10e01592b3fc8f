import { describe, expect, it } from '@jest/globals';
import { robotsRules, sitemapLines } from './robots-rules.ts';

const allowed = (text: string, path: string, agent = 'Mayfly/0.1 (+x)'): boolean =>
  robotsRules(text, agent).allows(path);

describe('robotsRules', () => {
  it('lets the longest pattern decide, and Allow among equals', () => {
    const text =
      'User-agent: *\nDisallow: /private/\nAllow: /private/press\nDisallow: /a\nAllow: /a';
    expect(allowed(text, '/private/board')).toBe(false);
    expect(allowed(text, '/private/press-kit')).toBe(true);
    expect(allowed(text, '/a')).toBe(true);
  });

  it('listens to its own group alone where there is one, also when it is named twice', () => {
    const text =
      'User-agent: MAYFLY\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n\nUser-agent: mayfly\nDisallow: /z';
    expect([allowed(text, '/x'), allowed(text, '/y'), allowed(text, '/z')]).toEqual([
      false,
      true,
      false,
    ]);
    expect([allowed(text, '/x', 'other'), allowed(text, '/y', 'other')]).toEqual([true, false]);
  });

  it('lets several agents share a group', () => {
    const text = 'User-agent: one\nUser-agent: mayfly\nDisallow: /';
    expect(allowed(text, '/')).toBe(false);
    expect(allowed(text, '/', 'two')).toBe(true);
  });

  it.each([
    ['/*.pdf$', '/a/b.pdf', false],
    ['/*.pdf$', '/a/b.pdf.html', true],
    ['/*.pdf$', '/a.pdf/b.pdf', false],
    ['/*?print', '/a?print=1', false],
    ['/a*b*c', '/a-c-b', true],
    ['/a*b*c', '/a-b-c', false],
    ['/a$', '/a', false],
    ['/a$', '/ab', true],
    ['/a*', '/a', false],
  ])('reads %s for %s', (pattern, path, expected) => {
    expect(allowed(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(expected);
  });

  it('reads an empty Disallow as none, never forbids robots.txt, and passes over comments', () => {
    expect(allowed('User-agent: *\nDisallow: # nothing', '/a')).toBe(true);
    expect(allowed('User-agent: *\nDisallow: /', '/robots.txt')).toBe(true);
  });

  it('knows the delay in milliseconds, and the sitemaps', () => {
    const text = 'User-agent: *\nCrawl-delay: 0.5\nSitemap: http://a.test/s.xml';
    expect(robotsRules(text, 'mayfly').crawlDelayMs).toBe(500);
    expect(sitemapLines(text)).toEqual(['http://a.test/s.xml']);
  });
});
