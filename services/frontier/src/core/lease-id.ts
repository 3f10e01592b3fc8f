import type { HostKey } from '@mayfly/url';
import type { RowId } from './row-id.ts';
import { type Kind, KIND, type LeaseRow } from './rows.ts';

/** What the id of a lease says: enough to find all that its end concerns. */
export interface LeaseName {
  readonly host: HostKey;
  readonly attempt: number;
  readonly crawl: string;
  readonly kind: Kind;
  /** The URL of the crawl; absent for robots.txt. */
  readonly id?: RowId | undefined;
}

const ROBOTS = 'robots';

/** Attempts never repeat for a host, so both together name one lease for ever; the rest says what it was for. */
export function leaseId(host: HostKey, { attempt, crawl, id }: LeaseRow): string {
  return `${attempt}.${crawl}.${id ?? ROBOTS}@${host}`;
}

const FORM = /^([1-9]\d{0,15})\.([a-z0-9-]{1,63})\.([\w-]{1,24})@([^\s@/]{1,260})$/;

/** The lease of that id; undefined when no lease can have it. */
export function leaseOfId(id: string): LeaseName | undefined {
  const [, attempt, crawl, url, host] = FORM.exec(id) ?? [];
  if (url === undefined || !Number.isSafeInteger(Number(attempt))) return undefined;
  const name = { host: host as HostKey, attempt: Number(attempt), crawl: crawl! };
  if (url === ROBOTS) return { ...name, kind: KIND.robots };
  return { ...name, kind: KIND.page, id: url as RowId };
}
