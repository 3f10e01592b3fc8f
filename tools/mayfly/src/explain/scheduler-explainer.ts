import {
  type ExplainUrlResponse,
  type PageBelief,
  PageState,
  type Reason,
  ReasonKind,
} from '@mayfly/contracts/scheduler/v1';
import { CrawlError } from '@mayfly/errors';
import { plainSource } from '../print/source.ts';
import { shownWords, wordOf } from '../print/words.ts';
import { ask } from '../suite/clients.ts';
import type { Explained, Explainer } from './explainer.ts';

/** What the scheduler says: who wants the URL, what it is worth, and how often it is visited where it is a source. */
export const schedulerExplainer: Explainer = {
  service: 'scheduler',
  explain: async (suite, { crawl, url }) => {
    try {
      return explainedByScheduler(
        await ask(suite, 'scheduler', (scheduler) => scheduler.explainUrl({ crawl, url })),
      );
    } catch (error) {
      const isUnknown = error instanceof CrawlError && error.code === 'CRAWL_UNKNOWN';
      if (!isUnknown) throw error;
      return { isKnown: false, sentences: [], facts: { reasons: [] } };
    }
  },
};

/** What the frontier says is asked of the frontier. */
const isOwn = ({ kind }: Reason): boolean => kind !== ReasonKind.REASON_KIND_FRONTIER;

const WISHES = new Set<number>([
  ReasonKind.REASON_KIND_WISH_PENDING,
  ReasonKind.REASON_KIND_WISH_OPEN,
  ReasonKind.REASON_KIND_WISH_REFUSED,
  ReasonKind.REASON_KIND_WISH_DEADLINE,
]);

/** An explanation in words. */
export function explainedByScheduler({ reasons, page, source }: ExplainUrlResponse): Explained {
  const own = reasons.filter(isOwn);
  const isWished = own.some(({ kind }) => WISHES.has(kind));
  return {
    isKnown: page !== undefined || source !== undefined || isWished,
    sentences: own.map(({ sentence }) => shownWords(sentence)),
    facts: {
      reasons: own.map(reasonFacts),
      ...(page === undefined ? {} : { page: plainPage(page) }),
      ...(source === undefined ? {} : { source: plainSource(source) }),
    },
  };
}

function reasonFacts({ kind, time, value, price, detail }: Reason): object {
  return {
    kind: wordOf(ReasonKind, kind, 'REASON_KIND_'),
    ...{ time, value, price },
    ...(detail === '' ? {} : { detail }),
  };
}

function plainPage({ state, ...page }: PageBelief): object {
  return { state: wordOf(PageState, state, 'PAGE_STATE_'), ...page };
}
