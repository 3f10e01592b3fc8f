import { describe, expect, it } from '@jest/globals';
import { Ledger } from '../ledger/ledger.ts';
import type { Feedback, FoundLink } from '../policy.ts';
import { SharedBeliefs } from './beliefs.ts';
import { PageWorth } from './page-worth.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const PAGES = 1_000;
const NOW = 2 * DAY;

/** A source of many pages, of which those are read that are said to be, and one more page that was found just now. */
function learned(isRead: (page: number) => boolean, feedback: Feedback = 'all') {
  const ledger = new Ledger({ start: 0, feedback, history: 7, seesOverflow: true, fades: true });
  const beliefs = new SharedBeliefs();
  const worth = new PageWorth(ledger, beliefs);
  ledger.addSources([{ source: 0, host: 0 }], 0);
  const show = (links: FoundLink[], at: number) => {
    const found = ledger.crawledSource({ source: 0, at, links, listed: 5_000, overflow: false });
    for (const page of found) worth.found(page);
  };
  show(
    Array.from({ length: PAGES }, (_, page): FoundLink => [page, 1]),
    1,
  );
  const visits = Array.from({ length: 20 * PAGES }, (_, i) => [i % PAGES, 8 * i + 2] as const);
  // Visits of the two days are told in one log, as long as the hour that logs are usually apart.
  const log = { visits: visits.filter(([page]) => isRead(page)), from: NOW - HOUR, to: NOW };
  ledger.visited(log);
  beliefs.renew(ledger);
  beliefs.believeOne(ledger, 0);
  worth.visited(log);
  show([[PAGES, NOW]], NOW);
  return {
    share: (at = NOW) => worth.bid(PAGES, at, 0).worth / worth.value(PAGES, at).worth,
    priced: (price: number) => worth.bid(PAGES, NOW, price).worth / worth.value(PAGES, NOW).worth,
    read: (page: number) => {
      const visits = Array.from({ length: 40 }, () => [page, NOW + 1] as const);
      ledger.visited({ visits, from: NOW, to: NOW + HOUR });
    },
  };
}

describe('PageWorth', () => {
  it('bids less for a page whose readers will tell whether it is one of the few that are read', () => {
    expect(learned((page) => page % 10 === 0).share()).toBeLessThan(0.7);
  });

  it('bids all a page is worth once it was read', () => {
    const { share, read } = learned((page) => page % 10 === 0);
    read(PAGES);
    expect(share(NOW + HOUR)).toBeGreaterThan(0.95);
  });

  it('bids all a page is worth where all are read alike', () => {
    expect(learned(() => true).share()).toBeGreaterThan(0.95);
  });

  it('does not wait for visits that nobody tells', () => {
    const few = (page: number) => page % 10 === 0;
    expect(learned(few, 'crawled').share()).toBe(1);
    expect(learned(few).share(NOW + 3 * HOUR)).toBe(1);
  });

  it('leaves a page alone that is not worth the price either way', () => {
    expect(learned((page) => page % 10 === 0).priced(1e6)).toBe(1);
  });
});
