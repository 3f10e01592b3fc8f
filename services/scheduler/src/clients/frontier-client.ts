import { Outcome } from '@mayfly/contracts/crawl/v1';
import {
  type HostRest as HostRestMessage,
  ScheduleAnswer,
  SubmitAnswer as SubmitAnswerMessage,
  type UrlInfo,
  UrlState,
} from '@mayfly/contracts/frontier/v1';
import type { Clock } from '@mayfly/clock';
import { errorCodeOf } from '@mayfly/errors';
import { type FrontierReplicas, getLedger, putCrawls } from '@mayfly/frontier-client';
import { durationMs, type Reachability } from '@mayfly/grpc';
import type { HostKey, Url } from '@mayfly/url';
import type { Crawl } from '../core/crawl.ts';
import type {
  Frontier,
  Ledger,
  HostRest,
  Order,
  OrderAnswer,
  Ordered,
  ParkedPage,
  Submission,
  SubmitAnswer,
} from '../core/ports.ts';
import type { Known } from '../core/wish.ts';
import { settingsMessage } from '../settings-message.ts';
import { chunksOf } from './chunks.ts';

const PARKED_PAGE = 1_000;

const SUBMIT_ANSWERS: Readonly<Record<number, SubmitAnswer['answer']>> = {
  [SubmitAnswerMessage.SUBMIT_ANSWER_NEW]: 'new',
  [SubmitAnswerMessage.SUBMIT_ANSWER_KNOWN]: 'known',
  [SubmitAnswerMessage.SUBMIT_ANSWER_REFUSED]: 'refused',
  [SubmitAnswerMessage.SUBMIT_ANSWER_CRAWL_UNKNOWN]: 'crawl-unknown',
};

const ORDER_ANSWERS: Readonly<Record<number, OrderAnswer>> = {
  [ScheduleAnswer.SCHEDULE_ANSWER_WAITING]: 'waiting',
  [ScheduleAnswer.SCHEDULE_ANSWER_KEPT]: 'kept',
  [ScheduleAnswer.SCHEDULE_ANSWER_STALE]: 'stale',
  [ScheduleAnswer.SCHEDULE_ANSWER_URL_UNKNOWN]: 'url-unknown',
  [ScheduleAnswer.SCHEDULE_ANSWER_CRAWL_UNKNOWN]: 'crawl-unknown',
};

const STATES: Readonly<Record<number, Known['state']>> = {
  [UrlState.URL_STATE_PARKED]: 'parked',
  [UrlState.URL_STATE_WAITING]: 'waiting',
  [UrlState.URL_STATE_LEASED]: 'leased',
  [UrlState.URL_STATE_AT_REST]: 'at-rest',
};

/** The frontier as the scheduler's loops and stream door see it. */
export class FrontierClient implements Frontier {
  readonly #frontier: FrontierReplicas;
  readonly #reach: Reachability;
  readonly #clock: Clock;

  constructor(frontier: FrontierReplicas, reach: Reachability, clock: Clock) {
    this.#frontier = frontier;
    this.#reach = reach;
    this.#clock = clock;
  }

  async putCrawls(crawls: readonly Crawl[]): Promise<number[]> {
    const messages = crawls.map(({ name, revision, settings, paused, deleted }) => ({
      ...{ name, revision, paused, deleted },
      settings: settingsMessage(settings),
    }));
    const bytesOf = (message: object) => JSON.stringify(message).length;
    return this.#inChunks(messages, { most: 1_000, bytesOf }, (some) =>
      putCrawls(this.#frontier, some),
    );
  }

  async submit(submissions: readonly Submission[]): Promise<SubmitAnswer[]> {
    if (submissions.length === 0) this.#reach.waitWithOthers();
    const bytesOf = ({ url, from }: Submission) => url.length + (from?.url.length ?? 0) + 100;
    return this.#inChunks(submissions, { most: 10_000, bytesOf }, async (some) => {
      const results = await this.#reach.need(this.#submitToOwners(some));
      return results.map(({ answer, rule }) => ({
        answer: SUBMIT_ANSWERS[answer] ?? 'refused',
        rule,
      }));
    });
  }

  async schedule(orders: readonly Order[]): Promise<Ordered> {
    const bytesOf = ({ url }: Order) => url.length + 100;
    const rests: HostRest[] = [];
    const answers = await this.#inChunks(orders, { most: 10_000, bytesOf }, async (some) => {
      const given = await this.#frontier.owners.sendToOwners(some, {
        keyOf: ({ url }) => this.#frontier.keyOfUrl(url),
        send: async (client, items, call) => {
          const request = { orders: items.map((one) => ({ ...one })), groupOrders: [] };
          const response = await client.scheduleUrls(request, call);
          rests.push(...response.hostRests.map(restOf));
          return response;
        },
        isElsewhere: (answer) => answer === ScheduleAnswer.SCHEDULE_ANSWER_NOT_OWNER,
      });
      return given.map((answer) => ORDER_ANSWERS[answer] ?? 'url-unknown');
    });
    return { answers, rests };
  }

  async find(crawl: string, urls: readonly Url[]): Promise<(Known | undefined)[]> {
    const bytesOf = (url: Url) => url.length;
    return this.#inChunks(urls, { most: 1_000, bytesOf }, async (some) => {
      const { urls: infos } = await this.#frontier.any.getUrls({ crawl, urls: some });
      return infos.map(knownOf);
    });
  }

  async parked(crawl: string, after: string): Promise<ParkedPage> {
    const state = UrlState.URL_STATE_PARKED;
    const request = { crawl, state, pageSize: PARKED_PAGE, pageToken: after };
    const { urls, nextPageToken } = await this.#reach.note(this.#frontier.any.listUrls(request));
    return {
      urls: urls.map(({ url, depth }) => ({ url: url as Url, depth })),
      next: nextPageToken,
    };
  }

  async ledger(crawl: string): Promise<Ledger | undefined> {
    try {
      const { deferredHosts, ...counts } = await this.#reach.note(
        getLedger(this.#frontier, { crawl }, { clock: this.#clock }),
      );
      return { ...counts, deferredHosts: deferredHosts.map(({ host }) => host) };
    } catch (error) {
      if (errorCodeOf(error) === 'CRAWL_UNKNOWN') return undefined;
      throw error;
    }
  }

  #submitToOwners(submissions: readonly Submission[]) {
    return this.#frontier.owners.sendToOwners(submissions, {
      keyOf: ({ url }) => this.#frontier.keyOfUrl(url),
      send: async (client, some, call) => {
        const { results, owners } = await client.submitUrls(
          { submissions: some.map(messageOf) },
          call,
        );
        return { answers: results, owners };
      },
      isElsewhere: ({ answer }) => answer === SubmitAnswerMessage.SUBMIT_ANSWER_NOT_OWNER,
    });
  }

  async #inChunks<T, A>(
    items: readonly T[],
    limits: { readonly most: number; readonly bytesOf: (item: T) => number },
    ask: (some: T[]) => Promise<A[]>,
  ): Promise<A[]> {
    const answers: A[] = [];
    for (const some of chunksOf(items, limits)) {
      answers.push(...(await this.#reach.note(ask(some))));
    }
    return answers;
  }
}

function restOf({ host, rest }: HostRestMessage): HostRest {
  return { host: host as HostKey, restMs: rest === undefined ? 0 : durationMs(rest) };
}

function messageOf({ crawl, url, from, priority, depth, hops, seed, minRevision }: Submission) {
  const discoverer =
    from === undefined
      ? { source: 'submit', attempt: 0 }
      : { source: from.url, attempt: from.attempt };
  return { crawl, url, discoverer, priority, depth, hops, seed, minRevision, group: '' };
}

/** What it says of a URL; undefined where the crawl does not know it. */
export function knownOf({
  state,
  lastAttempt,
  lastOutcome,
  settleTime,
}: UrlInfo): Known | undefined {
  const named = state === undefined ? undefined : STATES[state];
  if (named === undefined) return undefined;
  const broughtDocument =
    lastOutcome === Outcome.OUTCOME_OK || lastOutcome === Outcome.OUTCOME_UNCHANGED;
  return { state: named, lastAttempt, broughtDocument, settledMs: settleTime?.getTime() };
}
