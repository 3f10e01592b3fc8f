import { describe, expect, it } from '@jest/globals';
import { readCrawlOptions } from './crawl-options.ts';

describe('readCrawlOptions', () => {
  it('crawls the demo world when no URL is given', () => {
    expect(readCrawlOptions([])).toMatchObject({
      ...{ seeds: [], dataFolder: '.mayfly', json: false, policy: 'mayfly' },
    });
  });

  it('takes a URL without its scheme', () => {
    expect(readCrawlOptions(['Example.org']).seeds).toEqual(['https://example.org/']);
  });

  it.each([
    [['--pages', '-1'], '--pages'],
    [['--pages', '1.5'], '--pages'],
    [['--for', 'soon'], '--for'],
    [['--for', '0s'], '--for'],
    [['--revisit', '5'], '--revisit'],
    [['--revisit', '10ms'], '--revisit'],
    [['--contact', 'nobody'], '--contact'],
    [['--contact', 'a@b.c) evil'], '--contact'],
    [['--name', 'No Spaces'], '--name'],
    [['--data', ''], '--data'],
    [['--policy', 'dfs'], '--policy'],
    [['--policy', 'toString'], '--policy'],
    [['--articles', '0'], '--articles'],
    [['ftp://a.test/'], 'ftp://a.test/'],
    [['http://'], 'http://'],
    [['--nonsense'], '--nonsense'],
    [['--seed', '2', 'http://a.test/'], '--seed'],
    [['http://a.test/', '--frozen'], '--frozen'],
    [['--attach', '--contact', 'me@a.test'], '--contact'],
  ])('refuses %j and names what is wrong', (args, named) => {
    expect(() => readCrawlOptions(args)).toThrow(named);
  });
});
