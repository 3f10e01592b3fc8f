import type { HostKey } from '@mayfly/url';
import { withLease } from './leased-url.ts';
import type { Tables } from './ports.ts';
import type { HostRow, UrlKey, UrlRow } from './rows.ts';

/** URLs as they are, by their own rows and their hosts'. Hosts first: a lease that ends in between is seen as ended. */
export async function readUrls(
  tables: Pick<Tables, 'urls' | 'hosts'>,
  keys: readonly UrlKey[],
): Promise<(UrlRow | undefined)[]> {
  const names = [...new Map(keys.map((key) => [key.host, key])).values()];
  const found = await tables.hosts(names);
  const hosts = new Map<HostKey, HostRow | undefined>();
  names.forEach(({ host }, at) => hosts.set(host, found[at]));
  const rows = await tables.urls(keys);
  return rows.map((row) => {
    const host = row && hosts.get(row.host);
    return row && host ? stillLeased(row, host) : row;
  });
}

/** A row that was written after its lease ended says so itself. */
function stillLeased(row: UrlRow, host: HostRow): UrlRow {
  const now = withLease(row, host);
  const hasEnded = (row.lastAttempt ?? 0) >= (now.lastAttempt ?? 0) && row.lastEnd !== undefined;
  return hasEnded ? row : now;
}
