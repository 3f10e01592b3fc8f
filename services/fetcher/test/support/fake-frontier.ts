import { RequestKind } from '@mayfly/contracts/crawl/v1';
import {
  FrontierServiceDefinition,
  type Lease,
  LeaseAnswer,
  type LeaseUrlsRequest,
  type LeaseUrlsResponse,
  type NamedUrl,
  type Release,
  type Settlement,
} from '@mayfly/contracts/frontier/v1';
import { CrawlError } from '@mayfly/errors';
import {
  durationMs,
  durationOf,
  type Handlers,
  openServer,
  type RunningServer,
  serve,
  type ServerCall,
} from '@mayfly/grpc';
import { hostOf } from '@mayfly/url';
import { setTimeout as delay } from 'node:timers/promises';
import { urlOf } from './web.ts';

export const { REQUEST_KIND_PAGE: PAGE, REQUEST_KIND_ROBOTS: ROBOTS } = RequestKind;

/** A frontier that leases what a test offers and remembers what it is told; over real gRPC. */
export class FakeFrontier {
  readonly settled: Settlement[] = [];
  readonly released: Release[] = [];
  readonly extended: string[] = [];
  readonly asked: LeaseUrlsRequest[] = [];
  /** Calls for leases that are under way. */
  leasing = 0;
  /** What a lease that is asked for by name looks like; nothing by default. */
  onNamed: (named: NamedUrl) => Partial<Lease> | undefined = () => undefined;
  /** Fails the next calls to settle so often. */
  failSettling = 0;
  /** Told of each settlement before it is answered. */
  onSettled: (settlement: Settlement) => void = () => {};
  #server: RunningServer | undefined;
  #attempts = 0;
  readonly #offered: Lease[] = [];
  readonly #given = new Map<string, Lease>();
  #woken = Promise.withResolvers<void>();

  async open(): Promise<this> {
    const handlers = {
      leaseUrls: async (request: LeaseUrlsRequest, call: ServerCall) => {
        this.leasing += 1;
        return this.#lease(request, call).finally(() => (this.leasing -= 1));
      },
      settleLeases: async ({ settlements }: { settlements: Settlement[] }) => {
        if (this.failSettling > 0) {
          this.failSettling -= 1;
          throw new CrawlError('STORE_AWAY', 'as the test wants');
        }
        for (const each of settlements) this.onSettled(each);
        this.settled.push(...settlements);
        return { answers: settlements.map(() => LeaseAnswer.LEASE_ANSWER_DONE), owners: [] };
      },
      releaseLeases: async ({ releases }: { releases: Release[] }) => {
        this.released.push(...releases);
        return { answers: releases.map(() => LeaseAnswer.LEASE_ANSWER_DONE), owners: [] };
      },
      extendLeases: async ({ leaseIds }: { leaseIds: string[] }) => {
        this.extended.push(...leaseIds);
        const answers = leaseIds.map(() => LeaseAnswer.LEASE_ANSWER_DONE);
        return { answers, duration: durationOf(60_000), owners: [] };
      },
    };
    this.#server = await openServer({
      service: 'frontier',
      services: [serve(FrontierServiceDefinition, withoutOthers(handlers))],
      address: { host: '127.0.0.1', port: 0 },
      random: Math.random,
    });
    return this;
  }

  get target(): string {
    return `dns:///${this.#server?.address}`;
  }

  /** Lets a fetcher have this lease; answers with its id. */
  offer(url: string, more: Partial<Lease> = {}): Lease {
    const lease = this.#leaseOf(url, more);
    this.#offered.push(lease);
    this.#woken.resolve();
    return lease;
  }

  settlementOf({ leaseId }: Lease): Settlement | undefined {
    return this.settled.find((settlement) => settlement.leaseId === leaseId);
  }

  /** Leases of which nothing has been heard. */
  get outstanding(): number {
    const ended = new Set([...this.settled, ...this.released].map(({ leaseId }) => leaseId));
    return [...this.#given.keys()].filter((leaseId) => !ended.has(leaseId)).length;
  }

  async close(): Promise<void> {
    await this.#server?.close({ drainMs: 0 });
  }

  async #lease(request: LeaseUrlsRequest, call: ServerCall): Promise<LeaseUrlsResponse> {
    this.asked.push(request);
    const { maxLeases, wait, named } = request;
    if (named.length > 0) {
      const found = this.onNamed(named[0]!);
      if (found === undefined) await delay(Math.min(50, wait ? durationMs(wait) : 0));
      const leases = found === undefined ? [] : [this.#leaseOf(named[0]!.url, found)];
      for (const lease of leases) this.#given.set(lease.leaseId, lease);
      return { leases, owners: [] };
    }
    const ended = AbortSignal.any([call.signal, call.draining]);
    const untilMs = performance.now() + (wait ? durationMs(wait) : 0);
    while (this.#offered.length === 0 && performance.now() < untilMs && !ended.aborted) {
      this.#woken = Promise.withResolvers();
      await Promise.race([this.#woken.promise, delay(20)]);
    }
    if (ended.aborted) return { leases: [], owners: [] };
    const leases = this.#offered.splice(0, maxLeases);
    for (const lease of leases) this.#given.set(lease.leaseId, lease);
    return { leases, owners: [] };
  }

  #leaseOf(url: string, more: Partial<Lease>): Lease {
    this.#attempts += 1;
    return {
      leaseId: `lease-${this.#attempts}`,
      url,
      host: hostOf(urlOf(url)),
      crawl: 'test',
      attempt: this.#attempts,
      kind: PAGE,
      duration: durationOf(60_000),
      ...{ depth: 1, hops: 0, seed: false, abandon: false, obeyRobots: false, private: true },
      ...{ submitTraceparent: '', fetcherId: 'test' },
      ...more,
    };
  }
}

/** RPCs that a fetcher has no business to call fail. */
function withoutOthers(handlers: object): Handlers<FrontierServiceDefinition> {
  const refuse = () => Promise.reject(new CrawlError('RPC_UNKNOWN', 'not for a fetcher'));
  const all = Object.keys(FrontierServiceDefinition.methods).map((name) => [name, refuse]);
  return { ...Object.fromEntries(all), ...handlers } as Handlers<FrontierServiceDefinition>;
}
