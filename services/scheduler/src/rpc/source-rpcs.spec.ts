import { describe, expect, it } from '@jest/globals';
import type { Url } from '@mayfly/url';
import { byHandCrawl, type Crawl } from '../core/crawl.ts';
import type { PlanDesk, SourceEstimate } from '../core/plan-desk.ts';
import type { CrawlBook } from '../core/ports.ts';
import { addSources } from './source-rpcs.ts';

const NEWS: Crawl = {
  ...{ ...byHandCrawl, name: 'news' },
  settings: { private: false, scope: { sites: ['a.test'], hosts: [], prefixes: [] } },
};
const [KNOWN, NEW, LATE] = ['known', 'new', 'late'].map((name) => `https://a.test/${name}` as Url);

describe('AddSources', () => {
  it('says of which URLs it made no sources, since there are as many as may be', async () => {
    const sources = new Set([KNOWN]);
    const desk = {
      addSources: async (_, urls) =>
        urls.map((url) => sources.size < 2 && sources.size < sources.add(url).size),
      estimate: (_, url) => (sources.has(url) ? ({} as SourceEstimate) : undefined),
    } as Partial<PlanDesk> as PlanDesk;
    const crawls = { all: () => [NEWS], find: () => NEWS } as Partial<CrawlBook> as CrawlBook;
    const planners = { open: async () => undefined };
    const add = addSources({ crawls, desk, planners, wake: () => {} });
    expect(await add({ crawl: 'news', urls: [NEW!, LATE!, KNOWN!] })).toEqual({
      results: [
        { accepted: true, url: NEW, rule: '', added: true },
        { accepted: false, url: LATE, rule: 'sources', added: false },
        { accepted: true, url: KNOWN, rule: '', added: false },
      ],
    });
  });
});
