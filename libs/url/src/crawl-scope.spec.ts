import { describe, expect, it } from '@jest/globals';
import { crawlScope, type ScopeRules } from './crawl-scope.ts';
import { hostOf } from './host.ts';
import type { Url } from './normalise-url.ts';

const decide = (rules: ScopeRules, url: string) => crawlScope(rules)(url as Url);

describe('crawlScope', () => {
  it.each<[ScopeRules, string, string | undefined]>([
    [{}, 'http://a.test/', 'everything'],
    [{ sites: ['example.co.uk'] }, 'http://www.example.co.uk:8080/x', 'site example.co.uk'],
    [{ sites: ['example.co.uk'] }, 'http://other.co.uk/', undefined],
    [{ sites: ['Example.com'] }, 'http://example.com/', 'site example.com'],
    [{ hosts: ['www.a.test'] }, 'https://www.a.test/', 'host www.a.test'],
    [{ hosts: ['www.a.test'] }, 'https://a.test/', undefined],
    [{ hosts: ['a.test'] }, 'http://a.test:8080/', undefined],
    [{ domains: ['news.a.test'] }, 'http://www.news.a.test:81/', 'domain news.a.test'],
    [{ domains: ['news.a.test'] }, 'http://news.a.test/', 'domain news.a.test'],
    [{ domains: ['news.a.test'] }, 'http://fakenews.a.test/', undefined],
    [{ prefixes: ['http://a.test/news/'] }, 'http://a.test/news/1', 'prefix http://a.test/news/'],
    [{ prefixes: ['http://a.test/news/'] }, 'http://a.test/newsletter', undefined],
    [{ hosts: ['b.test'], prefixes: ['http://a.test/x'] }, 'http://b.test/y', 'host b.test'],
  ])('%j has %s: %s', (rules, url, by) => {
    const decision = decide(rules, url);
    expect(decision.inScope ? decision.by : undefined).toBe(by);
  });

  it('names the rule that keeps a URL out', () => {
    expect(decide({ hosts: ['b.test'] }, 'http://a.test/')).toEqual({
      inScope: false,
      rule: 'outside',
      reason: 'no site, host, domain or prefix fits',
    });
    expect(decide({ deny: ['/print/'] }, 'http://a.test/print/1')).toEqual({
      inScope: false,
      rule: 'deny',
      reason: 'deny /print/',
    });
  });

  it.each<[Pick<ScopeRules, 'allow' | 'deny'>, string, boolean]>([
    [{ deny: ['/print/'] }, 'http://a.test/x/print/', true],
    [{ deny: ['/*/print/'] }, 'http://a.test/x/print/', false],
    [{ deny: ['/*.pdf$'] }, 'http://a.test/x.pdf', false],
    [{ deny: ['/*.pdf$'] }, 'http://a.test/x.pdf?y', true],
    [{ deny: ['http://b.a.test/'] }, 'http://b.a.test/x', false],
    [{ deny: ['http://b.a.test/'] }, 'http://a.test/x', true],
    [{ deny: ['*sort='] }, 'http://a.test/x?sort=up', false],
    [{ deny: ['/'], allow: ['/news/'] }, 'http://a.test/news/1', true],
    [{ deny: ['/'], allow: ['/news/'] }, 'http://a.test/shop/1', false],
    [{ deny: ['/news/print'], allow: ['/news/'] }, 'http://a.test/news/print', false],
    [{ deny: ['/same'], allow: ['/same'] }, 'http://a.test/same', true],
  ])('%j lets %s in: %s', (rules, url, expected) => {
    expect(decide({ hosts: ['a.test', 'b.a.test'], ...rules }, url).inScope).toBe(expected);
  });

  it('widens nothing by allowing', () => {
    expect(decide({ hosts: ['b.test'], allow: ['/'] }, 'http://a.test/').inScope).toBe(false);
  });

  it('takes the host where it is known', () => {
    const url = 'http://a.test/x' as Url;
    const scope = crawlScope({ hosts: ['a.test'] });
    expect(scope(url, hostOf(url))).toEqual(scope(url));
  });

  // Tried star by star it would not end while anybody waits for it.
  it('comes to an end with a pattern of many stars', () => {
    const scope = crawlScope({ deny: [`/${'*a'.repeat(2_000)}b$`] });
    expect(scope(`http://a.test/${'a'.repeat(7_900)}` as Url)).not.toMatchObject({ rule: 'deny' });
  });
});
