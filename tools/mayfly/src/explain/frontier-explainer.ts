import { Outcome } from '@mayfly/contracts/crawl/v1';
import {
  RestReason,
  type UrlExplanation,
  type UrlInfo,
  UrlState,
  type Wait,
  WaitKind,
} from '@mayfly/contracts/frontier/v1';
import { explainUrls, waitSentence } from '@mayfly/frontier-client';
import { hostOf } from '@mayfly/url';
import { shownUntil, wordOf } from '../print/words.ts';
import { askFrontier } from '../suite/clients.ts';
import type { Explained, Explainer, Question } from './explainer.ts';

/** What the frontier says: whether it has the URL, and what keeps it from being leased. */
export const frontierExplainer: Explainer = {
  service: 'frontier',
  explain: async (suite, question) => {
    const { crawl, url } = question;
    const [explanation] = await askFrontier(suite, (frontier) =>
      explainUrls(frontier, { crawl, urls: [url] }),
    );
    return explained(explanation ?? { url: undefined, waits: [] }, question);
  },
};

/** An explanation in words. */
export function explained({ url, waits }: UrlExplanation, question: Question): Explained {
  const { crawl, nowMs } = question;
  const shownTime = (time: Date) => shownUntil(time, nowMs);
  const place = { crawl, host: hostOf(question.url), shownTime };
  const sentences = waits.map((wait) => waitSentence(wait, place));
  const { state } = url ?? {};
  if (state === UrlState.URL_STATE_LEASED) {
    sentences.push(`A fetcher has it: attempt ${url?.lastAttempt} is under way.`);
  }
  if (state === UrlState.URL_STATE_WAITING && waits.length === 0) {
    sentences.push('Nothing stands in its way: the next fetcher that asks gets it.');
  }
  const before = lastAttempt(url);
  if (before !== undefined) sentences.push(before);
  return { isKnown: state !== undefined, sentences, facts: factsOf(url, waits) };
}

/** How it went the last time; nothing before the first. */
function lastAttempt(url: UrlInfo | undefined): string | undefined {
  if (url?.lastOutcome === undefined) return undefined;
  const { lastAttempt: attempt, lastOutcome, settleTime, failures } = url;
  const when = settleTime === undefined ? '' : ` at ${settleTime.toISOString()}`;
  const tries = failures > 0 ? `, after ${failures} tries that failed` : '';
  return `Its last attempt, ${attempt}, ended as ${wordOf(Outcome, lastOutcome, 'OUTCOME_')}${when}${tries}.`;
}

function factsOf(url: UrlInfo | undefined, waits: readonly Wait[]): object {
  const { state, priority, notBeforeTime, lastAttempt: attempt, lastOutcome } = url ?? {};
  return {
    state: state === undefined ? 'unknown' : wordOf(UrlState, state, 'URL_STATE_'),
    ...{ priority, notBefore: notBeforeTime, lastAttempt: attempt },
    ...(lastOutcome === undefined ? {} : { lastOutcome: wordOf(Outcome, lastOutcome, 'OUTCOME_') }),
    waits: waits.map(waitFacts),
  };
}

function waitFacts({ kind, untilTime, restReason, rule, whose, ahead, aheadIsLeast }: Wait) {
  const isRest = kind === WaitKind.WAIT_KIND_HOST_RESTS;
  return {
    kind: wordOf(WaitKind, kind, 'WAIT_KIND_'),
    until: untilTime,
    ...(isRest ? { reason: wordOf(RestReason, restReason, 'REST_REASON_') } : {}),
    ...(rule === '' ? {} : { rule }),
    ...(whose === '' ? {} : { whose }),
    ...(ahead === 0 ? {} : { ahead, aheadIsLeast }),
  };
}
