import type { HostKey } from '@mayfly/url';
import { hostBucket } from './bucket.ts';
import type { LeaseKey } from './ports.ts';

/** Attempts never repeat for a host, so both together name one lease for ever. */
export function leaseId({ host, attempt }: Pick<LeaseKey, 'host' | 'attempt'>): string {
  return `${attempt}@${host}`;
}

const FORM = /^([1-9]\d{0,15})@([^\s@/]{1,260})$/;

/** The lease of that id; undefined when no lease can have it. */
export function leaseKey(id: string): LeaseKey | undefined {
  const [, attempt, host] = FORM.exec(id) ?? [];
  if (attempt === undefined || host === undefined || !Number.isSafeInteger(Number(attempt))) {
    return undefined;
  }
  return { bucket: hostBucket(host as HostKey), host: host as HostKey, attempt: Number(attempt) };
}
