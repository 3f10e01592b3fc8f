import { describe, expect, it } from '@jest/globals';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { GetLedgerResponse } from '@mayfly/contracts/frontier/v1';
import { builder } from '@mayfly/testing';
import { progressLine, ProgressMeter } from './progress.ts';

const ledger = builder<GetLedgerResponse>(GetLedgerResponse.decode(new Uint8Array()));

describe('ProgressMeter', () => {
  it('counts the pages of this run only, and their rate since the last look', () => {
    const meter = new ProgressMeter(100, 0);
    meter.look(ledger({ pages: 100 }), 0);
    expect(meter.look(ledger({ pages: 110 }), 2_000)).toMatchObject({
      pages: 10,
      pagesPerSecond: 5,
    });
    expect(meter.look(ledger({ pages: 110 }), 3_000)).toMatchObject({ pagesPerSecond: 0 });
  });

  it('calls only that an error which is one', () => {
    const atRest = [
      { outcome: Outcome.OUTCOME_OK, urls: 5 },
      { outcome: Outcome.OUTCOME_REDIRECTED, urls: 4 },
      { outcome: Outcome.OUTCOME_ROBOTS, urls: 3 },
      { outcome: Outcome.OUTCOME_GONE, urls: 2 },
      { outcome: Outcome.OUTCOME_TIMEOUT, urls: 1 },
    ];
    expect(new ProgressMeter(0, 0).look(ledger({ atRest }), 1_000).errors).toBe(3);
  });
});

describe('progressLine', () => {
  it('says it all in one line', () => {
    const progress = new ProgressMeter(0, 0).look(
      ledger({ pages: 7, waiting: 3, known: 11 }),
      2_000,
    );
    expect(progressLine(progress)).toBe(
      '2 s  7 pages  3.5/s  0 under way  3 waiting  11 URLs known  0 errors',
    );
  });
});
