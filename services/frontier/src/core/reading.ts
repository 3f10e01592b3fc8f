import type { HostKey } from '@mayfly/url';
import { withLease } from './leased-url.ts';
import type { Tables } from './ports.ts';
import type { HostRow, UrlName, UrlRow } from './rows.ts';

/** URLs as they are, by their own rows and their hosts'. Hosts first: a lease that ends in between is seen as ended. */
export async function readUrls(
  tables: Pick<Tables, 'find' | 'hosts'>,
  names: readonly UrlName[],
): Promise<(UrlRow | undefined)[]> {
  const their = [...new Map(names.map((name) => [name.host, name])).values()];
  const found = await tables.hosts(their);
  const hosts = new Map<HostKey, HostRow | undefined>();
  their.forEach(({ host }, at) => hosts.set(host, found[at]));
  const rows = await tables.find(names);
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
