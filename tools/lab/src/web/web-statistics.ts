import type { Web } from './web.ts';

/** Figures of a web that the paper tells too. */
export interface WebStatistics {
  readonly hosts: number;
  readonly sources: number;
  readonly pages: number;
  readonly links: number;
  /** Share of pages that were clicked. */
  readonly clicked: number;
  /** New pages per second, hour by hour. */
  readonly pagesPerSecond: Float64Array;
}

const HOUR_SECONDS = 3_600;

export function statisticsOf({ seconds, hosts, sources, pages }: Web): WebStatistics {
  let clicked = 0;
  for (let page = 0; page < pages.count; page++) {
    if (pages.start[page + 1]! > pages.start[page]!) clicked++;
  }
  const pagesPerSecond = new Float64Array(Math.ceil(seconds / HOUR_SECONDS));
  for (const born of pages.born) {
    pagesPerSecond[Math.floor(born / HOUR_SECONDS)]! += 1 / HOUR_SECONDS;
  }
  return {
    hosts,
    sources: sources.count,
    pages: pages.count,
    links: sources.links.length,
    clicked: clicked / pages.count,
    pagesPerSecond,
  };
}
