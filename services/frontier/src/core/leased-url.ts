import { type HostRow, STATE, type UrlRow } from './rows.ts';
import { leased } from './url-state.ts';

/**
 * The URL as its own row and its host's say together: a lease that was given for one that was ready is in the host's row
 * alone, so that giving a lease writes one row for all that are given of a host.
 */
export function withLease(row: UrlRow, { leases }: Pick<HostRow, 'leases'>): UrlRow {
  if (leases.length === 0 || row.state === STATE.leased) return row;
  const lease = leases.find(
    ({ crawl, id, orphan }) => id === row.id && crawl === row.crawl && orphan !== true,
  );
  return lease === undefined ? row : leased(row, lease.attempt);
}
