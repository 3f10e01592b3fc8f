import { type HostRow, type LeaseRow, STATE, type UrlKey, type UrlRow } from './rows.ts';
import { leased } from './url-state.ts';

/**
 * The URL as its own row and its host's say together: a lease that was given for one that was ready is in the host's row
 * alone, so that giving a lease writes one row for all that are given of a host.
 */
export function withLease(row: UrlRow, { leases }: Pick<HostRow, 'leases'>): UrlRow {
  if (leases.length === 0 || row.state === STATE.leased) return row;
  const lease = leaseOf(leases, row);
  return lease === undefined ? row : leased(row, lease.attempt);
}

/** Whether a lease of the URL is out, by its host's row. */
export function isIdLeased({ leases }: Pick<HostRow, 'leases'>, url: Name): boolean {
  return leaseOf(leases, url) !== undefined;
}

type Name = Pick<UrlKey, 'crawl' | 'id'>;

function leaseOf(leases: readonly LeaseRow[], url: Name): LeaseRow | undefined {
  return leases.find(
    ({ crawl, id, orphan }) => id === url.id && crawl === url.crawl && orphan !== true,
  );
}
