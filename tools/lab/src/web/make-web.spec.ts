import { describe, expect, it } from '@jest/globals';
import { makeWeb } from './make-web.ts';
import { SMALL_WEB } from './small-web.ts';
import { statisticsOf } from './web-statistics.ts';
import { clicksAfter } from './web.ts';

const web = makeWeb(1, SMALL_WEB);
const isAscending = (times: ArrayLike<number>): boolean =>
  Array.from(times).every((time, i, all) => i === 0 || time >= all[i - 1]!);

describe('makeWeb', () => {
  it('has the hosts, sources and pages that were asked for', () => {
    const { hosts, sources, pages } = statisticsOf(web);
    expect([hosts, sources, pages]).toEqual([30, 300, 12_000]);
    expect(new Set(web.sources.host).size).toBe(30);
  });

  it('links a page from as many lists as wanted', () => {
    expect(web.sources.links.length / web.pages.count).toBeCloseTo(5.8, 0);
  });

  it('lets a fifth of the pages be clicked, and no page before its birth', () => {
    expect(statisticsOf(web).clicked).toBeCloseTo(0.2, 1.5);
    expect(web.pages.clicks.length / web.seconds).toBeCloseTo(0.02, 2);
    const early = web.log.page.filter((page, i) => web.log.at[i]! < web.pages.born[page]!);
    expect(early).toHaveLength(0);
  });

  it('gives archives long lists and no clicks', () => {
    const archive = SMALL_WEB.kinds.findIndex(({ name }) => name === 'archive');
    const pages = [...web.pages.kind.keys()].filter((page) => web.pages.kind[page] === archive);
    expect(pages.length / web.pages.count).toBeCloseTo(0.18, 2);
    expect(pages.filter((page) => clicksAfter(web, page, -1) > 0)).toEqual([]);
    expect(Math.max(...web.sources.shows)).toBe(350);
  });

  it('is in order: births, the links of each source, the log of clicks', () => {
    expect(isAscending(web.pages.born)).toBe(true);
    expect(isAscending(web.log.at)).toBe(true);
    const { count, start, links } = web.sources;
    const mixed = Array.from({ length: count }, (_, source) =>
      isAscending(links.subarray(start[source], start[source + 1])),
    ).filter((ascending) => !ascending);
    expect(mixed).toEqual([]);
  });

  it('has fewer pages at night and at the weekend', () => {
    const { pagesPerSecond } = statisticsOf(web);
    const mean = (hours: readonly number[]) =>
      hours.reduce((sum, hour) => sum + pagesPerSecond[hour]!, 0) / hours.length;
    // It begins on Monday at ten; hours 16 to 19 are before dawn, 121 to 124 are Saturday noon.
    expect(mean([16, 17, 18, 19])).toBeLessThan(0.7 * mean([1, 2, 3, 4]));
    expect(mean([121, 122, 123, 124])).toBeLessThan(mean([1, 2, 3, 4]));
  });

  it('is the same for the same seed, and another for another', () => {
    const again = makeWeb(1, SMALL_WEB);
    expect(again.log.at).toEqual(web.log.at);
    expect(again.sources.links).toEqual(web.sources.links);
    expect(makeWeb(2, SMALL_WEB).log.at).not.toEqual(web.log.at);
  });
});
