import type { Clock } from '@mayfly/clock';
import type { SiteScoringServiceDefinition } from '@mayfly/contracts/sitescoring/v1';
import { isRetryable } from '@mayfly/errors';
import type { Client, Reachability } from '@mayfly/grpc';
import type { Url } from '@mayfly/url';
import type { Priors } from '../core/ports.ts';
import { chunksOf } from './chunks.ts';

/** What is thought of a URL when nobody can be asked. */
export const NEUTRAL_PRIOR = 0.5;

/** How long nobody is asked after no answer came: a crawl does not wait for opinions. */
const REST_MS = 5_000;
const DEADLINE_MS = 2_000;

/** Priors of URLs; neutral ones while site-scoring is away. */
export function priorsOf(
  client: Client<SiteScoringServiceDefinition>,
  reach: Reachability,
  clock: Clock,
): Priors {
  let restUntilMs = -Infinity;
  return async (urls) => {
    if (clock.monotonicMs() < restUntilMs) return urls.map(() => NEUTRAL_PRIOR);
    const priors: number[] = [];
    try {
      for (const some of chunksOf(urls, { most: 10_000, bytesOf: (url: Url) => url.length })) {
        const call = client.scoreUrls({ urls: some }, { deadlineMs: DEADLINE_MS });
        const { scores } = await reach.note(call);
        priors.push(...scores.map(({ prior }) => prior));
      }
      return priors;
    } catch (error) {
      if (!isRetryable(error)) throw error;
      restUntilMs = clock.monotonicMs() + REST_MS;
      return urls.map(() => NEUTRAL_PRIOR);
    }
  };
}
