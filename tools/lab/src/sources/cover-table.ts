import type { Web } from '../web/web.ts';
import { type Chosen, greedyCover } from './greedy-cover.ts';

/** The sources of a web in the order of a greedy cover. */
export interface Cover {
  readonly hosts: number;
  readonly pages: number;
  readonly sources: number;
  readonly chosen: readonly Chosen[];
  /** Whether a source is the main page of its host. */
  readonly isMain: (source: number) => boolean;
}

export function coverOf(web: Web): Cover {
  const { host, count } = web.sources;
  return {
    hosts: web.hosts,
    pages: web.pages.count,
    sources: count,
    chosen: greedyCover(web),
    isMain: (source) => source === 0 || host[source] !== host[source - 1],
  };
}

/** How many sources it takes to reach a share of the new pages. */
export interface CoverRow {
  readonly share: number;
  readonly sources: number;
  readonly perHost: number;
  /** The share of them that are main pages. */
  readonly mainPages: number;
}

export function coverRow({ chosen, pages, hosts, isMain }: Cover, share: number): CoverRow {
  const index = chosen.findIndex(({ reached }) => reached >= share * pages);
  const needed = chosen.slice(0, index < 0 ? chosen.length : index + 1);
  return {
    share,
    sources: needed.length,
    perHost: needed.length / hosts,
    mainPages: needed.filter(({ source }) => isMain(source)).length / Math.max(1, needed.length),
  };
}
