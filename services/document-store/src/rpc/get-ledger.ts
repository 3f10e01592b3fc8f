import type { GetLedgerRequest, GetLedgerResponse } from '@mayfly/contracts/documentstore/v1';
import { type HostKey, hostOf, normaliseUrl } from '@mayfly/url';
import type { Ledger } from '../core/ports.ts';
import { invalid } from './checks.ts';

/** How far behind the stream this service is. */
export type Backlog = () => Promise<{
  readonly lagMessages: number;
  readonly deadLetters: number;
}>;

export const getLedger =
  ({ ledger, backlog }: { readonly ledger: Ledger; readonly backlog: Backlog }) =>
  async ({ host }: GetLedgerRequest): Promise<GetLedgerResponse> => {
    const checked = host === undefined ? undefined : checkHost(host);
    const [counts, behind] = await Promise.all([ledger.sum(checked), backlog()]);
    return { ...counts, ...behind };
  };

/** A host is what stands in a normalised URL, whatever its scheme. */
function checkHost(text: string): HostKey {
  const normalised = normaliseUrl(`http://${text}/`);
  if (normalised.ok && hostOf(normalised.url) === text) return hostOf(normalised.url);
  throw invalid('host', 'must be a host as URLs name it, in lower case');
}
