import type { Clock } from '@mayfly/clock';
import type { GetLedgerRequest, GetLedgerResponse } from '@mayfly/contracts/frontier/v1';
import { CrawlError, isRetryable } from '@mayfly/errors';
import type { HostKey } from '@mayfly/url';
import type { FrontierReplicas } from './open-frontier.ts';
import { sumLedgers } from './sum-ledgers.ts';

const WITHIN_MS = 10_000;
const AGAIN_MS = 200;

/**
 * The counts of all replicas together. Each counts the buckets that it owns; while some change hands the parts are no whole, and
 * are asked for again.
 */
export async function getLedger(
  frontier: FrontierReplicas,
  request: GetLedgerRequest,
  { clock, deadlineMs = WITHIN_MS }: { readonly clock: Clock; readonly deadlineMs?: number },
): Promise<GetLedgerResponse> {
  const { owners, keyOfHost } = frontier;
  const endMs = clock.monotonicMs() + deadlineMs;
  const call = () => ({ deadlineMs: Math.max(1, endMs - clock.monotonicMs()) });
  if (request.host !== undefined) {
    const key = keyOfHost(request.host as HostKey);
    return owners.askOwner(key, (client) => client.getLedger(request, call()), call());
  }
  for (;;) {
    const each = await owners.eachOwner(call());
    const asked = each.map((replica) =>
      replica.call((client) => client.getLedger(request, call())),
    );
    let failure: unknown;
    const ledgers = await Promise.all(asked).catch((error: unknown) => {
      if (each.length === 1 || !isRetryable(error)) throw error;
      failure = error;
    });
    if (ledgers !== undefined) {
      const sum = sumLedgers(ledgers);
      if (isWhole(sum, owners.buckets)) return sum;
    }
    if (clock.monotonicMs() + AGAIN_MS >= endMs) throw partsOnly(failure);
    await clock.sleep(AGAIN_MS);
    await owners.refresh(call());
  }
}

/** An older frontier says nothing of buckets, and is one. */
function isWhole({ buckets }: GetLedgerResponse, all: number | undefined): boolean {
  return all === undefined || buckets === all;
}

function partsOnly(cause: unknown): CrawlError {
  const options = cause === undefined ? {} : { cause };
  return new CrawlError('NOT_OWNER', 'some buckets are counted by nobody at the moment', options);
}
