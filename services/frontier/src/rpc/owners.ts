import type { BucketOwner } from '@mayfly/contracts/frontier/v1';
import { hostOf, normaliseUrl } from '@mayfly/url';
import type { Frontier } from '../core/frontier.ts';
import { leaseOfId } from '../core/lease-id.ts';

/** Where to ask for the URLs that are answered so. */
export function ownersOfUrls<T>(
  frontier: Frontier,
  urls: readonly { readonly url: string }[],
  { answers, notOwner }: { readonly answers: readonly T[]; readonly notOwner: T },
): BucketOwner[] {
  return urls.flatMap(({ url }, at) => {
    if (answers[at] !== notOwner) return [];
    const normalised = normaliseUrl(url);
    return normalised.ok ? frontier.ownerOf(hostOf(normalised.url)) : [];
  });
}

/** Where to ask for the leases that are answered so. */
export function ownersOfLeases<T>(
  frontier: Frontier,
  ids: readonly string[],
  { answers, notOwner }: { readonly answers: readonly T[]; readonly notOwner: T },
): BucketOwner[] {
  return ids.flatMap((id, at) => {
    const lease = answers[at] === notOwner ? leaseOfId(id) : undefined;
    return lease === undefined ? [] : frontier.ownerOf(lease.host);
  });
}
