import { setTimeout as delay } from 'node:timers/promises';
import type { Lease } from '@mayfly/contracts/frontier/v1';
import { durationOf } from '@mayfly/grpc';
import { AskedWeb } from './asked-web.ts';
import { type FrontierEngine, type FrontierPlace, frontierPlace } from './frontier-place.ts';
import { FrontierClients } from './frontier-clients.ts';
import { imbalances } from './ledger-counts.ts';
import { judgeManners, type MannersVerdict, type Needed } from './manners-verdict.ts';
import { ANSWER, SoakFetcher } from './soak-fetcher.ts';

export const POLITENESS_ENGINES = ['embedded', 'mongodb'] as const;

export interface PolitenessOptions {
  readonly seconds: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
  readonly engines?: readonly FrontierEngine[];
}

/** What was done on one engine, and what was impolite. */
export interface PolitenessTally {
  readonly engine: FrontierEngine;
  readonly seconds: number;
  readonly clients: number;
  readonly hosts: number;
  readonly requests: number;
  readonly smallestSlackMs: number;
  readonly tooSoon: number;
  readonly atOnce: number;
  /** Reports that were not taken as they had to be. */
  readonly unsettled: number;
  /** 1 where the books did not balance. */
  readonly unbalanced: number;
}

const CLIENTS = 8;
const HOSTS = 240;
const PAGES_A_HOST = 12;
const LEASES_A_CLIENT = 40;
const BUSY_FACTOR = 3;
const DEFAULT_DELAY_MS = 150;
const CRAWL = 'polite';
const SAY_EVERY_MS = 10_000;
const EXAMPLES = 5;
const END_WITHIN_MS = 30_000;

const ENVIRONMENT = {
  FRONTIER_HOST_DELAY_MS: String(DEFAULT_DELAY_MS),
  FRONTIER_BUSY_FACTOR: String(BUSY_FACTOR),
  FRONTIER_REQUESTS_PER_SECOND: '100000',
  FRONTIER_LEASE_MS: '20000',
};

/** A host of the soak, and why it has to be left alone for how long. */
interface SoakHost {
  readonly host: string;
  readonly policyMs: number | undefined;
  readonly crawlDelayMs: number | undefined;
  /** How long its answers take. */
  readonly tookMs: number;
}

/** Eight clients lease and settle at once; a web server measures how the hosts were treated. */
export async function soakPoliteness(options: PolitenessOptions): Promise<PolitenessTally[]> {
  const tallies: PolitenessTally[] = [];
  for (const engine of options.engines ?? POLITENESS_ENGINES) {
    await using place = await frontierPlace(engine, ENVIRONMENT, options.say);
    if (place === undefined) continue;
    await using web = await AskedWeb.start();
    tallies.push(await new PolitenessSoak(place, web, options).run());
  }
  return tallies;
}

class PolitenessSoak {
  readonly #place: FrontierPlace;
  readonly #web: AskedWeb;
  readonly #options: PolitenessOptions;
  readonly #hosts: ReadonlyMap<string, SoakHost>;
  readonly #stop = new AbortController();
  readonly #giveUp = new AbortController();
  readonly #again: Lease[] = [];
  readonly #unsettled: string[] = [];

  constructor(place: FrontierPlace, web: AskedWeb, options: PolitenessOptions) {
    this.#place = place;
    this.#web = web;
    this.#options = options;
    this.#hosts = new Map(hostsOf(options.random).map((each) => [each.host, each]));
  }

  async run(): Promise<PolitenessTally> {
    await using clients = await this.#open('politeness');
    await this.#prepare(clients);
    const work = Array.from({ length: CLIENTS }, (_, at) => this.#fetch(`client-${at + 1}`));
    const again = this.#scheduleAgain(clients);
    await this.#watch();
    this.#stop.abort();
    setTimeout(() => this.#giveUp.abort(), END_WITHIN_MS).unref();
    await Promise.all([...work, again]);
    const unbalanced = await this.#unbalanced(clients);
    return this.#tally(judgeManners(await this.#web.asked(), this.#neededOf), unbalanced);
  }

  #open(service: string): Promise<FrontierClients> {
    return FrontierClients.open(
      service,
      this.#place.processes.map(({ address }) => address),
    );
  }

  /** Each client has a connection of its own. */
  async #fetch(id: string): Promise<void> {
    await using clients = await this.#open(id);
    const fetcher = new SoakFetcher(
      {
        ...{ id, clients, web: this.#web, maxLeases: LEASES_A_CLIENT },
        crawlDelayMs: (host) => this.#hosts.get(host)?.crawlDelayMs,
        settled: (lease, answer) => {
          if (answer === ANSWER.done) this.#again.push(lease);
          else this.#unsettled.push(`${lease.url} was answered ${answer}`);
        },
      },
      { stop: this.#stop.signal, giveUp: this.#giveUp.signal },
    );
    await fetcher.run();
  }

  async #prepare(clients: FrontierClients): Promise<void> {
    const client = clients.any();
    const hosts = [...this.#hosts.values()];
    const scope = { sites: [], hosts: [], prefixes: [], domains: ['test'] };
    await client.putCrawls({
      crawls: [
        {
          ...{ name: CRAWL, revision: 1, paused: false, deleted: false },
          settings: { scope, policy: 1, private: false },
        },
      ],
    });
    for (const { host, policyMs } of hosts) {
      if (policyMs === undefined) continue;
      await client.setHostPolicy({ host, policy: { delay: durationOf(policyMs) } });
    }
    for (const host of hosts) {
      await client.submitUrls({
        submissions: pagesOf(host).map((url) => ({
          ...{ crawl: CRAWL, url, discoverer: { source: 'submit', attempt: 0 } },
          ...{ priority: 1, depth: 0, hops: 0, seed: true, minRevision: 0, group: '' },
        })),
      });
    }
  }

  /** What was fetched is due again at once, so that every host always has something that waits. */
  async #scheduleAgain(clients: FrontierClients): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const pages = this.#again.splice(0).filter(({ kind }) => kind === 1);
      await delay(20);
      if (pages.length === 0) continue;
      const orders = pages.map(({ crawl, url, attempt }) => ({
        ...{ crawl, url, afterAttempt: attempt, priority: this.#options.random() },
      }));
      await clients.any().scheduleUrls({ orders, groupOrders: [] });
    }
  }

  async #watch(): Promise<void> {
    const untilMs = performance.now() + this.#options.seconds * 1_000;
    for (
      let leftMs = this.#options.seconds * 1_000;
      leftMs > 0;
      leftMs = untilMs - performance.now()
    ) {
      await delay(Math.min(leftMs, SAY_EVERY_MS));
      const { requests, smallestSlackMs = NaN } = judgeManners(
        await this.#web.asked(),
        this.#neededOf,
      );
      this.#say(
        `${requests} requests, smallest pause less its delay ${smallestSlackMs.toFixed(3)} ms`,
      );
    }
  }

  readonly #neededOf = (host: string): Needed => {
    const { policyMs = 0, crawlDelayMs = 0 } = this.#hosts.get(host) ?? {};
    const delayMs = Math.max(DEFAULT_DELAY_MS, policyMs, crawlDelayMs);
    return { delayMs, busyFactor: BUSY_FACTOR };
  };

  async #unbalanced(clients: FrontierClients): Promise<number> {
    const ledger = await clients.ledger(undefined, AbortSignal.timeout(END_WITHIN_MS));
    const found = ledger === undefined ? ['nobody tells'] : imbalances(ledger);
    for (const each of found) this.#say(`unbalanced: ${each}`);
    return found.length === 0 ? 0 : 1;
  }

  #tally(verdict: MannersVerdict, unbalanced: number): PolitenessTally {
    const { tooSoon, atOnce, requests, hosts, smallestSlackMs = 0 } = verdict;
    for (const each of [...tooSoon, ...atOnce, ...this.#unsettled].slice(0, EXAMPLES))
      this.#say(each);
    return {
      ...{ engine: this.#place.engine, seconds: this.#options.seconds, clients: CLIENTS },
      ...{ hosts, requests, smallestSlackMs: Math.round(smallestSlackMs * 1_000) / 1_000 },
      ...{ tooSoon: tooSoon.length, atOnce: atOnce.length },
      ...{ unsettled: this.#unsettled.length, unbalanced },
    };
  }

  #say(line: string): void {
    this.#options.say(`${this.#place.engine} ${line}`);
  }
}

/** Hosts of four kinds: with the usual delay, with one of their own, with a crawl delay, and slow ones. */
function hostsOf(random: () => number): SoakHost[] {
  return Array.from({ length: HOSTS }, (_, at) => {
    const longerMs = Math.round(DEFAULT_DELAY_MS + 20 + random() * 800);
    return {
      host: `h${at}.test`,
      policyMs: at % 4 === 1 ? longerMs : undefined,
      crawlDelayMs: at % 4 === 2 ? longerMs : undefined,
      tookMs: at % 4 === 3 ? Math.round(55 + random() * 100) : 0,
    };
  });
}

const pagesOf = ({ host, tookMs }: SoakHost): string[] =>
  Array.from({ length: PAGES_A_HOST }, (_, at) => `http://${host}/took/${tookMs}/${at}`);
