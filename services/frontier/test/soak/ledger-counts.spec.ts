import { describe, expect, it } from '@jest/globals';
import { addLedgers, imbalances, type LedgerCounts } from './ledger-counts.ts';

const GOOD: LedgerCounts = {
  ...{ known: 10, parked: 1, waiting: 2, leased: 3, atRest: 4 },
  ...{ given: 9, settled: 3, released: 2, expired: 1, out: 3 },
};

describe('imbalances', () => {
  it('finds nothing in books that add up, one or two together', () => {
    expect([imbalances(GOOD), imbalances(addLedgers(GOOD, GOOD))]).toEqual([[], []]);
    expect(addLedgers(GOOD, GOOD)).toMatchObject({ known: 20, out: 6 });
  });

  it('finds a URL and a lease that are nowhere', () => {
    const found = imbalances({ ...GOOD, known: 11, given: 10 });
    expect(found.map((each) => each.split(':')[0])).toEqual(['URLs', 'leases']);
  });
});
