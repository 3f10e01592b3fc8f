import { setTimeout as delay } from 'node:timers/promises';
import type { Lease } from '@mayfly/contracts/frontier/v1';
import { durationMs, durationOf } from '@mayfly/grpc';
import type { AskedWeb } from './asked-web.ts';
import type { FrontierClients } from './frontier-clients.ts';

const ROBOTS_KIND = 2;
export const ANSWER = { done: 1, expired: 2, unknown: 3, notOwner: 4 } as const;
const WAIT_MS = 500;
const AWAY_MS = 50;
const IDLE_MS = 5;
/** No request is begun so short before its lease ends. */
const MARGIN_MS = 1_000;

/** What a fetcher is told and tells. */
export interface FetcherOptions {
  readonly id: string;
  readonly clients: FrontierClients;
  readonly web: AskedWeb;
  readonly maxLeases: number;
  /** What robots.txt of a host says. */
  readonly crawlDelayMs: (host: string) => number | undefined;
  /** Told of every lease, when it comes. */
  readonly leased?: (lease: Lease) => void;
  /** Told of every attempt that was reported, with the answer. */
  readonly settled: (lease: Lease, answer: number) => void;
}

/** Leases, makes the requests and reports them, many at once, until it is stopped. */
export class SoakFetcher {
  readonly #options: FetcherOptions;
  readonly #stop: AbortSignal;
  /** Reports go on until they are answered, also when no new lease is taken. */
  readonly #giveUp: AbortSignal;
  readonly #underWay = new Set<Promise<void>>();

  constructor(
    options: FetcherOptions,
    { stop, giveUp }: { readonly stop: AbortSignal; readonly giveUp: AbortSignal },
  ) {
    this.#options = options;
    this.#stop = stop;
    this.#giveUp = giveUp;
  }

  async run(): Promise<void> {
    const { clients } = this.#options;
    await Promise.all(clients.all().map((client) => this.#leaseFrom(client)));
    await Promise.all(this.#underWay);
  }

  async #leaseFrom(client: ReturnType<FrontierClients['any']>): Promise<void> {
    const { id, maxLeases } = this.#options;
    while (!this.#stop.aborted) {
      const free = maxLeases - this.#underWay.size;
      if (free <= 0) {
        await delay(IDLE_MS);
        continue;
      }
      const request = { fetcherId: id, maxLeases: free, wait: durationOf(WAIT_MS), named: [] };
      const leases = await client.leaseUrls(request).then(
        (answer) => answer.leases,
        () => undefined,
      );
      if (leases === undefined) await delay(AWAY_MS);
      for (const lease of leases ?? []) this.#begin(lease);
    }
  }

  #begin(lease: Lease): void {
    this.#options.leased?.(lease);
    const attempt = this.#attempt(lease, performance.now()).finally(() => {
      this.#underWay.delete(attempt);
    });
    this.#underWay.add(attempt);
  }

  async #attempt(lease: Lease, gotMs: number): Promise<void> {
    const { web, clients, crawlDelayMs, settled } = this.#options;
    const isRobots = lease.kind === ROBOTS_KIND;
    const { pathname } = new URL(lease.url);
    if (performance.now() - gotMs > durationMs(lease.duration!) - MARGIN_MS) return;
    const { tookMs } = await web.ask(lease.host, pathname);
    const asked = isRobots ? crawlDelayMs(lease.host) : undefined;
    const rules = { known: true, rulesAttempt: undefined, maxAge: undefined };
    const crawlDelay = asked === undefined ? undefined : durationOf(asked);
    const settlement = {
      ...{ leaseId: lease.leaseId, outcome: 1 as const, address: '', novel: undefined },
      hostTime: durationOf(Math.ceil(tookMs)),
      robots: isRobots ? { ...rules, crawlDelay } : undefined,
    };
    const [answer] = await clients.ask(
      [{ host: lease.host, settlement }],
      {
        send: (client, some) =>
          client.settleLeases({ settlements: some.map((one) => one.settlement) }),
        notOwner: ANSWER.notOwner,
      },
      this.#giveUp,
    );
    if (answer !== undefined) settled(lease, answer);
  }
}
