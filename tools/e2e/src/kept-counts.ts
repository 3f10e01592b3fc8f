import { ask, frontierLedger, type SuiteAddresses } from '@mayfly/mayfly/suite';

/** Counts of what is done and durable: they only rise, whatever happens to processes. */
export type KeptCounts = Readonly<Record<string, number>>;

/** The counts as the services tell them now. */
export async function keptCounts(suite: SuiteAddresses): Promise<KeptCounts> {
  const [urls, documents] = await Promise.all([
    frontierLedger(suite),
    ask(suite, 'document-store', (store) => store.getLedger({})),
  ]);
  const { known, leasesGiven, leasesSettled, leasesReleased, leasesExpired, pages } = urls;
  const { newVersions, unchanged, duplicates, withoutDocument, late } = documents;
  return {
    ...{ known, leasesGiven, leasesSettled, leasesReleased, leasesExpired, pages },
    ...{ newVersions, unchanged, duplicates, withoutDocument, late },
  };
}

/** What was counted before and is not any more. */
export function fallen(before: KeptCounts, after: KeptCounts): string[] {
  return Object.entries(before)
    .filter(([name, count]) => (after[name] ?? 0) < count)
    .map(([name, count]) => `${name} fell from ${count} to ${after[name]}`);
}
