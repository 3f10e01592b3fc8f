import type { GetLedgerResponse as DocumentLedger } from '@mayfly/contracts/documentstore/v1';
import type { GetLedgerResponse as FrontierLedger } from '@mayfly/contracts/frontier/v1';

/** One thing that must add up, and whether it does. */
export interface Entry {
  readonly what: string;
  readonly figures: string;
  readonly balances: boolean;
}

/** What is still under way, so that the books can only be compared within it. */
export interface Comparison {
  readonly entries: readonly Entry[];
  readonly balances: boolean;
  /** Leases out and messages in the stream; with none of them every book is closed. */
  readonly open: number;
}

/**
 * Compares the frontier's books with the document-store's. An attempt is published before it is settled, so one that
 * is settled is recorded, in the stream, or a dead letter; and one recorded beyond those settled is among those whose
 * lease expired or is still out.
 */
export function compareBooks(frontier: FrontierLedger, documents: DocumentLedger): Comparison {
  const atRest = frontier.atRest.reduce((sum, { urls }) => sum + urls, 0);
  const recorded =
    documents.newVersions +
    documents.unchanged +
    documents.duplicates +
    documents.withoutDocument +
    documents.late;
  const { leasesGiven, leasesSettled, leasesReleased, leasesExpired, leasesOut } = frontier;
  const underWay = documents.lagMessages + documents.deadLetters;
  const entries: Entry[] = [
    {
      what: 'URLs: known = parked + waiting + leased + at rest',
      figures: `${frontier.known} = ${frontier.parked} + ${frontier.waiting} + ${frontier.leased} + ${atRest}`,
      balances: frontier.known === frontier.parked + frontier.waiting + frontier.leased + atRest,
    },
    {
      what: 'leases: given = settled + released + expired + out',
      figures: `${leasesGiven} = ${leasesSettled} + ${leasesReleased} + ${leasesExpired} + ${leasesOut}`,
      balances: leasesGiven === leasesSettled + leasesReleased + leasesExpired + leasesOut,
    },
    {
      what: 'attempts: settled ≤ recorded + in the stream + dead letters',
      figures: `${leasesSettled} ≤ ${recorded} + ${documents.lagMessages} + ${documents.deadLetters}`,
      balances: leasesSettled <= recorded + underWay,
    },
    {
      what: 'attempts: recorded ≤ settled + expired + out',
      figures: `${recorded} ≤ ${leasesSettled} + ${leasesExpired} + ${leasesOut}`,
      balances: recorded <= leasesSettled + leasesExpired + leasesOut,
    },
  ];
  return {
    entries,
    balances: entries.every(({ balances }) => balances),
    open: leasesOut + documents.lagMessages,
  };
}
