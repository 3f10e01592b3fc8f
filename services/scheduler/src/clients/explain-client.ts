import { type UrlExplanation, UrlState, WaitKind } from '@mayfly/contracts/frontier/v1';
import { explainUrls, type FrontierReplicas, waitSentence } from '@mayfly/frontier-client';
import { hostOf, type Url } from '@mayfly/url';
import type { Reason } from '../core/reasons.ts';
import type { ExplainAtFrontier } from '../rpc/explain-rpcs.ts';

/** What a URL waits for, as the frontier says. */
export function explainAtFrontier(frontier: FrontierReplicas): ExplainAtFrontier {
  return async (crawl, url, options) => {
    const [explanation] = await explainUrls(frontier, { crawl, urls: [url] }, options);
    return explanation === undefined ? [] : reasonsIn(explanation, crawl, url);
  };
}

function reasonsIn({ url: info, waits }: UrlExplanation, crawl: string, url: Url): Reason[] {
  const place = { crawl, host: hostOf(url) };
  const reasons = waits.map((wait) => ({
    ...{ kind: 'frontier' as const, detail: nameOf(wait.kind) },
    ...{ sentence: waitSentence(wait, place), timeMs: wait.untilTime?.getTime() },
  }));
  if (info?.state === UrlState.URL_STATE_LEASED) {
    reasons.push(plain('leased', `A fetcher has it: attempt ${info.lastAttempt} is under way.`));
  } else if (info?.state === UrlState.URL_STATE_WAITING && waits.length === 0) {
    reasons.push(plain('ready', 'Nothing stands in its way: the next fetcher that asks gets it.'));
  }
  return reasons;
}

const plain = (detail: string, sentence: string) => ({
  ...{ kind: 'frontier' as const, detail, sentence, timeMs: undefined },
});

/** WAIT_KIND_HOST_RESTS is `host-rests`. */
function nameOf(kind: WaitKind): string {
  const name = Object.entries(WaitKind).find(([, each]) => each === kind)?.[0] ?? '';
  return name.replace('WAIT_KIND_', '').toLowerCase().replaceAll('_', '-');
}
