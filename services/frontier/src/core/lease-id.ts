import type { HostKey } from '@mayfly/url';
import type { LeaseKey } from './ports.ts';

/** What the id of a lease says. */
export type LeaseName = Pick<LeaseKey, 'host' | 'attempt'>;

/** Attempts never repeat for a host, so both together name one lease for ever. */
export function leaseId({ host, attempt }: LeaseName): string {
  return `${attempt}@${host}`;
}

const FORM = /^([1-9]\d{0,15})@([^\s@/]{1,260})$/;

/** The lease of that id; undefined when no lease can have it. */
export function leaseOfId(id: string): LeaseName | undefined {
  const [, attempt, host] = FORM.exec(id) ?? [];
  if (attempt === undefined || host === undefined || !Number.isSafeInteger(Number(attempt))) {
    return undefined;
  }
  return { host: host as HostKey, attempt: Number(attempt) };
}
