import type { Clock } from '@mayfly/clock';
import { errorCodeOf } from '@mayfly/errors';
import type { FrontierReplicas } from '@mayfly/frontier-client';
import type { HostKey } from '@mayfly/url';

const AGAIN_MS = 500;
const TRIES = 30;

/** Asks the replica that owns a host. While the host changes hands nobody does: that takes seconds, and is waited for. */
export async function atOwner<T>(
  { frontier, clock }: { readonly frontier: FrontierReplicas; readonly clock: Clock },
  host: HostKey,
  question: (client: FrontierReplicas['any']) => Promise<T>,
): Promise<T> {
  const { owners, keyOfHost } = frontier;
  for (let left = TRIES; ; left -= 1) {
    try {
      return await owners.askOwner(keyOfHost(host), question);
    } catch (error) {
      if (errorCodeOf(error) !== 'NOT_OWNER' || left === 0) throw error;
    }
    await clock.sleep(AGAIN_MS);
    await owners.refresh();
  }
}
