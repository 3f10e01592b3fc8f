import { Arrivals } from '@mayfly/echo';
import type { Chooser } from './replay.ts';
import type { Recording } from './snapshots.ts';

const HOUR_SECONDS = 3_600;

/** Ours: cold at the start, and taught only by what it fetched itself. */
export function mayflyChooser({ siteOf }: Recording): Chooser {
  const arrivals = new Arrivals();
  for (const [page, site] of siteOf.entries()) arrivals.add(page, site);
  return {
    name: 'mayfly',
    begin: (hour) => arrivals.begin(hour * HOUR_SECONDS),
    next: () => arrivals.next(),
    fetched: (page, articles) => arrivals.looked(page, articles),
  };
}

/** All pages in turn. */
export function uniformChooser({ pages }: Recording): Chooser {
  let turn = 0;
  return {
    name: 'uniform',
    begin: () => undefined,
    next: () => turn++ % pages.length,
    fetched: () => undefined,
  };
}

/** Knows what every page shows before it is fetched, and takes the one with most articles of this hour. */
export function clairvoyantChooser({ pages, rounds, born }: Recording): Chooser {
  const shown = pages.map(() => new Set<number>());
  const caught = new Set<number>();
  let round = 0;
  let now = 0;
  const worth = (page: number): number => {
    let count = 0;
    for (const article of shown[page]!) if (born[article] === now && !caught.has(article)) count++;
    return count;
  };
  return {
    name: 'clairvoyant',
    begin: (hour) => {
      now = hour;
      for (const { page, added, removed } of rounds[round++]!.changes) {
        for (const article of removed) shown[page]!.delete(article);
        for (const article of added) shown[page]!.add(article);
      }
    },
    next: () => {
      const worths = pages.map((_, page) => worth(page));
      return worths.indexOf(Math.max(...worths));
    },
    fetched: (_, articles) => {
      for (const article of articles) caught.add(article);
    },
  };
}
