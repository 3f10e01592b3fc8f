import { describe, expect, it } from '@jest/globals';
import { GetLedgerResponse as DocumentLedger } from '@mayfly/contracts/documentstore/v1';
import { GetLedgerResponse as FrontierLedger } from '@mayfly/contracts/frontier/v1';
import { builder } from '@mayfly/testing';
import { compareBooks } from './compare-books.ts';

const frontier = builder<FrontierLedger>({
  ...FrontierLedger.decode(new Uint8Array()),
  ...{ known: 10, parked: 1, waiting: 2, leased: 1, atRest: [{ outcome: 1, urls: 6 }] },
  ...{ leasesGiven: 9, leasesSettled: 7, leasesReleased: 0, leasesExpired: 1, leasesOut: 1 },
});
const documents = builder<DocumentLedger>({
  ...DocumentLedger.decode(new Uint8Array()),
  ...{ newVersions: 4, unchanged: 1, duplicates: 1, withoutDocument: 1 },
});

const wrong = (ours: Partial<FrontierLedger>, theirs: Partial<DocumentLedger> = {}) =>
  compareBooks(frontier(ours), documents(theirs))
    .entries.filter(({ balances }) => !balances)
    .map(({ what }) => what.split(':')[0]);

describe('compareBooks', () => {
  it('finds nothing in books that balance', () => {
    expect(compareBooks(frontier(), documents())).toMatchObject({ balances: true, open: 1 });
  });

  it('finds a URL too many and a lease too few', () => {
    expect(wrong({ known: 11 })).toEqual(['URLs']);
    expect(wrong({ leasesGiven: 8 })).toEqual(['leases']);
  });

  it('misses a settled attempt that is neither recorded, in the stream, nor dead', () => {
    expect(wrong({}, { newVersions: 3 })).toEqual(['attempts']);
    expect(wrong({}, { newVersions: 3, lagMessages: 1 })).toEqual([]);
    expect(wrong({}, { newVersions: 3, deadLetters: 1 })).toEqual([]);
  });

  it('allows more recorded than settled only for leases that expired or are out', () => {
    expect(wrong({}, { late: 2 })).toEqual([]);
    expect(wrong({}, { late: 3 })).toEqual(['attempts']);
  });
});
