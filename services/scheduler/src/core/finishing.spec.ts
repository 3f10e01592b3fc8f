import { describe, expect, it } from '@jest/globals';
import { builder } from '@mayfly/testing';
import { decideFinish, type Look, type Quiet } from './finishing.ts';
import type { Ledger } from './ports.ts';
import { NO_TOTALS } from './totals.ts';

const ledger = builder<Ledger>({
  ...{ known: 5, parked: 0, waiting: 0, leased: 0, leasesGiven: 5, leasesOut: 0, pages: 5 },
  ...{ deferred: 0, deferredHosts: [] },
});
const NONE = { messages: 0, seconds: 0 };
const settings = { scope: { sites: [], hosts: [], prefixes: [] }, private: false };
const look = builder<Look>({
  ...{ settings, ledger: ledger(), fetches: NONE, records: NONE, totals: NO_TOTALS, nowMs: 0 },
});

/** Looks again and again, and says at which look the crawl was finished. */
function finishOf(...looks: Look[]) {
  let quiet: Quiet | undefined;
  for (const [at, each] of looks.entries()) {
    const verdict = decideFinish(quiet, each);
    if (verdict.finish !== undefined) return { at, reason: verdict.finish.reason };
    if (verdict.parked === true) return { at, reason: 'parked' };
    ({ quiet } = verdict);
  }
  return undefined;
}

describe('decideFinish', () => {
  it('wants to see the same twice', () => {
    expect(finishOf(look(), look())).toEqual({ at: 1, reason: 'nothing-left' });
    const moved = look({ ledger: ledger({ leasesGiven: 6 }) });
    expect(finishOf(look(), moved, moved)).toEqual({ at: 2, reason: 'nothing-left' });
  });

  it.each([
    ['a candidate', { totals: { ...NO_TOTALS, candidates: 1 } }],
    ['a wish', { totals: { ...NO_TOTALS, submitted: 1 } }],
    ['a URL that waits', { ledger: ledger({ waiting: 1 }) }],
    ['a lease', { ledger: ledger({ leased: 1 }) }],
    ['a lease for robots.txt', { ledger: ledger({ leasesOut: 1 }) }],
    ['an attempt that is not recorded', { fetches: { messages: 1, seconds: 1 } }],
    ['an announcement on its way', { records: { messages: 1, seconds: 1 } }],
  ] as [string, Partial<Look>][])('is not finished with %s', (_, more) => {
    expect(finishOf(look(more), look(more), look(more))).toBeUndefined();
  });

  it('does not wait for messages that came after all was quiet: those are of other crawls', () => {
    const busy = { messages: 9, seconds: 0.5 };
    const at = (nowMs: number) => look({ nowMs, fetches: busy, records: busy });
    expect(finishOf(at(0), at(1_400), at(1_600), at(3_000), at(3_200))).toEqual({
      at: 4,
      reason: 'nothing-left',
    });
  });

  it('is not finished by nothing left while visits are to come', () => {
    const more = {
      settings: { ...settings, revisitIntervalMs: 1_000 },
      totals: { ...NO_TOTALS, revisits: 1 },
    };
    expect(finishOf(look(more), look(more))).toBeUndefined();
  });

  it('is finished by its page limit, whatever else is left', () => {
    const more = {
      settings: { ...settings, limits: { maxPages: 5 }, revisitIntervalMs: 1_000 },
      totals: { ...NO_TOTALS, candidates: 9, revisits: 1 },
      ledger: ledger({ waiting: 7, parked: 2 }),
    };
    expect(finishOf(look(more), look(more))).toEqual({ at: 1, reason: 'page-limit' });
  });

  it('looks through what is parked before it gives up', () => {
    const more = { ledger: ledger({ parked: 1 }) };
    expect(finishOf(look(more), look(more))).toEqual({ at: 1, reason: 'parked' });
  });

  it('names hosts that it does not wait for', () => {
    const more = { ledger: ledger({ waiting: 2, deferred: 2, deferredHosts: ['slow.test'] }) };
    const { quiet } = decideFinish(undefined, look(more));
    expect(decideFinish(quiet, look(more)).finish?.deferredHosts).toEqual(['slow.test']);
  });
});
