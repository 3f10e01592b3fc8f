import { hash } from 'node:crypto';
import { CrawlError } from '@mayfly/errors';
import {
  defineTable,
  insert,
  json,
  number,
  replace,
  type RowOf,
  type Store,
  text,
} from '@mayfly/store';
import type { HostKey, SiteKey } from '@mayfly/url';
import { countHeard, type Heard, type HostCounts, NOTHING_HEARD } from '../core/host-counts.ts';
import type { Sites } from '../core/ports.ts';
import { addHost, EMPTY_SITE, type SiteCounts } from '../core/site-counts.ts';

/** A row a host; the hosts of one site lie together. Each row is written alone, so it is its own partition. */
export const siteHostsTable = defineTable({
  name: 'siteHosts',
  format: 1,
  columns: {
    bucket: number(),
    site: text<SiteKey>(),
    host: text<HostKey>(),
    attempts: number(),
    newVersions: number(),
    unchanged: number(),
    duplicates: number(),
    withoutDocument: number(),
    position: number(),
    late: json<readonly string[]>(),
  },
  key: ['bucket', 'site', 'host'],
  partition: 3,
});

/** Stored rows depend on it: it never changes. */
const BUCKETS = 1_024;
const PAGE_ROWS = 1_000;
/** Sites that are read at the same time. */
const READERS = 16;

const bucketOfSite = (site: SiteKey): number =>
  hash('sha256', site, 'buffer').readUInt32BE(0) % BUCKETS;

type HostRow = RowOf<typeof siteHostsTable>;

interface HostChange {
  readonly key: { readonly bucket: number; readonly site: SiteKey; readonly host: HostKey };
  readonly heard: Heard[];
}

export class SiteHostsTable implements Sites {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async count(heard: readonly Heard[]): Promise<number> {
    const changes = [...byHost(heard).values()];
    const before = await this.#store.getMany(
      siteHostsTable,
      changes.map(({ key }) => key),
    );
    let counted = 0;
    const writes = changes.flatMap((change, at) => {
      const row = before[at];
      const counts = change.heard.reduce<HostCounts>(countHeard, row ?? NOTHING_HEARD);
      if (counts === (row ?? NOTHING_HEARD)) return [];
      counted += counts.attempts - (row?.attempts ?? 0);
      return [hostWrite({ ...counts, ...change.key }, row)];
    });
    const answers = await this.#store.write(writes.map((write) => ({ writes: [write] })));
    // Somebody else has the partition now, or the answer was lost: the batch comes again and is read anew.
    if (answers.every(({ outcome }) => outcome === 'applied')) return counted;
    throw new CrawlError('STORE_AWAY', 'siteHosts: some counts may not be written');
  }

  async read(sites: readonly SiteKey[]): Promise<SiteCounts[]> {
    const found = new Map<SiteKey, SiteCounts>();
    const left = [...new Set(sites)];
    const reader = async () => {
      for (let site = left.pop(); site !== undefined; site = left.pop()) {
        found.set(site, await this.#readSite(site));
      }
    };
    await Promise.all(Array.from({ length: READERS }, reader));
    return sites.map((site) => found.get(site) ?? EMPTY_SITE);
  }

  async #readSite(site: SiteKey): Promise<SiteCounts> {
    const prefix = [bucketOfSite(site), site];
    let counts = EMPTY_SITE;
    for await (const rows of this.#store.scan(siteHostsTable, { prefix, limit: PAGE_ROWS })) {
      counts = rows.reduce(addHost, counts);
    }
    return counts;
  }
}

/** Another process that had the host before may still write; then the attempts are not what we read. */
function hostWrite(row: HostRow, before: HostRow | undefined) {
  return before === undefined
    ? insert(siteHostsTable, row)
    : replace(siteHostsTable, row, { matches: { attempts: before.attempts } });
}

function byHost(heard: readonly Heard[]): Map<HostKey, HostChange> {
  const changes = new Map<HostKey, HostChange>();
  for (const one of heard) {
    const { site, host } = one;
    const key = { bucket: bucketOfSite(site), site, host };
    const change = changes.get(host) ?? { key, heard: [] };
    change.heard.push(one);
    changes.set(host, change);
  }
  return changes;
}
