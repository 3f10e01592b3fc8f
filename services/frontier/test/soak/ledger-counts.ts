import type { GetLedgerResponse } from '@mayfly/contracts/frontier/v1';

/** The counts of a ledger, as they are compared. */
export interface LedgerCounts {
  readonly known: number;
  readonly parked: number;
  readonly waiting: number;
  readonly leased: number;
  readonly atRest: number;
  readonly given: number;
  readonly settled: number;
  readonly released: number;
  readonly expired: number;
  readonly out: number;
}

export function toCounts(ledger: GetLedgerResponse): LedgerCounts {
  return {
    known: ledger.known,
    parked: ledger.parked,
    waiting: ledger.waiting,
    leased: ledger.leased,
    atRest: ledger.atRest.reduce((sum, { urls }) => sum + urls, 0),
    given: ledger.leasesGiven,
    settled: ledger.leasesSettled,
    released: ledger.leasesReleased,
    expired: ledger.leasesExpired,
    out: ledger.leasesOut,
  };
}

export function addLedgers(one: LedgerCounts, other: LedgerCounts): LedgerCounts {
  const sum = Object.entries(one).map(([name, count]) => {
    return [name, count + other[name as keyof LedgerCounts]] as const;
  });
  return Object.fromEntries(sum) as unknown as LedgerCounts;
}

/** What does not add up. */
export function imbalances(ledger: LedgerCounts): string[] {
  const { known, parked, waiting, leased, atRest } = ledger;
  const { given, settled, released, expired, out } = ledger;
  const found: string[] = [];
  if (known !== parked + waiting + leased + atRest) found.push(`URLs: ${JSON.stringify(ledger)}`);
  if (given !== settled + released + expired + out) found.push(`leases: ${JSON.stringify(ledger)}`);
  if (Object.values(ledger).some((count) => count < 0))
    found.push(`below 0: ${JSON.stringify(ledger)}`);
  return found;
}
