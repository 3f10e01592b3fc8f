import { setTimeout as delay } from 'node:timers/promises';
import type { Submission } from '@mayfly/contracts/frontier/v1';
import type { FrontierClients } from './frontier-clients.ts';

export const CRAWLS = ['soak-one', 'soak-two'] as const;
export const HOSTS = Array.from({ length: 60 }, (_, at) => `s${at}.test`);

const SUBMITTED = { new: 1, known: 2, notOwner: 5 } as const;
const SCHEDULED = { urlUnknown: 4, crawlUnknown: 5, notOwner: 6 } as const;
const BATCH = 25;
const SUBMIT_EVERY_MS = 60;
const PRICE_EVERY_MS = 80;
const PRICED = 20;
/** Every so manieth batch is one that was submitted before, found by somebody else. */
const REPEAT_EVERY = 4;

/** A URL whose submission was acknowledged. */
export interface Acknowledged {
  readonly crawl: string;
  readonly url: string;
  readonly host: string;
  /** The last attempt whose end was acknowledged. */
  attempt: number;
}

interface Item {
  readonly host: string;
  readonly submission: Submission;
}

/** Submits and prices URLs as a scheduler would, and remembers what was acknowledged. */
export class SoakLoad {
  readonly acknowledged = new Map<string, Acknowledged>();
  /** Answers that only somebody gives who has forgotten. */
  readonly forgotten: string[] = [];
  readonly #clients: FrontierClients;
  readonly #random: () => number;
  readonly #stop: AbortSignal;
  readonly #giveUp: AbortSignal;
  #numbered = 0;

  constructor(
    clients: FrontierClients,
    random: () => number,
    { stop, giveUp }: { readonly stop: AbortSignal; readonly giveUp: AbortSignal },
  ) {
    this.#clients = clients;
    this.#random = random;
    this.#stop = stop;
    this.#giveUp = giveUp;
  }

  /** Submits until it is stopped; a batch without an answer is submitted again until it has one. */
  async submit(): Promise<void> {
    for (let turn = 1; !this.#stop.aborted; turn += 1) {
      if (turn % REPEAT_EVERY === 0) await this.#submitAgain();
      else await this.#submitNew();
      await delay(SUBMIT_EVERY_MS);
    }
  }

  /** Gives URLs that are known other prices, until it is stopped. */
  async price(): Promise<void> {
    while (!this.#stop.aborted) {
      const orders = this.#some(PRICED).map(({ crawl, url, host, attempt }) => ({
        host,
        order: { crawl, url, priority: this.#random() * 10, afterAttempt: attempt },
      }));
      const answers = await this.#clients.ask(
        orders,
        {
          send: (client, some) =>
            client.scheduleUrls({ orders: some.map(({ order }) => order), groupOrders: [] }),
          notOwner: SCHEDULED.notOwner,
        },
        this.#giveUp,
      );
      answers.forEach((answer, at) => {
        if (answer !== SCHEDULED.urlUnknown && answer !== SCHEDULED.crawlUnknown) return;
        this.forgotten.push(`an order for ${orders[at]!.order.url} was answered ${answer}`);
      });
      await delay(PRICE_EVERY_MS);
    }
  }

  async #submitNew(): Promise<void> {
    const items = Array.from({ length: BATCH }, () => this.#newItem());
    const answers = await this.#send(items);
    answers.forEach((answer, at) => {
      const { host, submission } = items[at]!;
      if (answer === undefined) return;
      const { crawl, url } = submission;
      if (answer !== SUBMITTED.new) this.forgotten.push(`${url}, new, was answered ${answer}`);
      this.acknowledged.set(`${crawl} ${url}`, { crawl, url, host, attempt: 0 });
    });
  }

  /** Somebody else finds what is known: whoever hears NEW was told by a frontier that had lost it. */
  async #submitAgain(): Promise<void> {
    const known = this.#some(BATCH);
    const items = known.map(({ crawl, url, host }) => ({
      host,
      submission: submissionOf(crawl, url, { source: `http://${host}/`, attempt: 1 }),
    }));
    const answers = await this.#send(items);
    answers.forEach((answer, at) => {
      if (answer === undefined || answer === SUBMITTED.known) return;
      this.forgotten.push(`${known[at]!.url}, known, was answered ${answer}`);
    });
  }

  #send(items: readonly Item[]): Promise<(number | undefined)[]> {
    return this.#clients.ask(
      items,
      {
        send: async (client, some) => {
          const submissions = some.map(({ submission }) => submission);
          const { results, owners } = await client.submitUrls({ submissions });
          return { answers: results.map(({ answer }) => answer as number), owners };
        },
        notOwner: SUBMITTED.notOwner,
      },
      this.#giveUp,
    );
  }

  #newItem(): Item {
    this.#numbered += 1;
    const host = this.#any(HOSTS);
    const tookMs = Math.floor(this.#random() * 20);
    const url = `http://${host}/took/${tookMs}/${this.#numbered}`;
    const crawl = this.#any(CRAWLS);
    const submission = submissionOf(crawl, url, { source: 'submit', attempt: 0 });
    const isParked = this.#random() < 0.3;
    return { host, submission: { ...submission, priority: isParked ? undefined : this.#random() } };
  }

  #some(count: number): Acknowledged[] {
    const all = [...this.acknowledged.values()];
    if (all.length === 0) return [];
    return [...new Set(Array.from({ length: count }, () => this.#any(all)))];
  }

  #any<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)]!;
  }
}

function submissionOf(
  crawl: string,
  url: string,
  discoverer: NonNullable<Submission['discoverer']>,
): Submission {
  const place = { depth: 0, hops: 0, seed: true, minRevision: 0, group: '' };
  return { crawl, url, discoverer, priority: undefined, ...place };
}
