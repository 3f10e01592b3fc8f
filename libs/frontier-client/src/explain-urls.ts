import { type UrlExplanation, WaitKind } from '@mayfly/contracts/frontier/v1';
import type { CallOptions } from '@mayfly/grpc';
import type { Url } from '@mayfly/url';
import type { FrontierReplicas } from './open-frontier.ts';

/** Why URLs of a crawl are not being fetched, each as the owner of its host knows it. At most 100. */
export function explainUrls(
  { owners, keyOfUrl }: FrontierReplicas,
  { crawl, urls }: { readonly crawl: string; readonly urls: readonly Url[] },
  options: CallOptions = {},
): Promise<readonly UrlExplanation[]> {
  return owners.sendToOwners(urls, {
    ...options,
    keyOf: keyOfUrl,
    send: async (client, some, call) => {
      const request = { crawl, urls: [...some] };
      const { explanations, owners: named } = await client.explainUrls(request, call);
      return { answers: explanations, owners: named };
    },
    isElsewhere: ({ waits }) => waits.some(({ kind }) => kind === WaitKind.WAIT_KIND_NOT_OWNER),
  });
}
