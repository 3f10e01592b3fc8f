import { setTimeout as delay } from 'node:timers/promises';
import {
  type BucketOwner,
  FrontierServiceDefinition,
  type GetBucketsResponse,
  type GetLedgerResponse,
} from '@mayfly/contracts/frontier/v1';
import { type Client, openClient } from '@mayfly/grpc';
import { bucketOf, type HostKey } from '@mayfly/url';
import { addLedgers, type LedgerCounts, toCounts } from './ledger-counts.ts';

export type FrontierClient = Client<FrontierServiceDefinition>;

const DEADLINE_MS = 5_000;
const AGAIN_MS = 100;

/** What some items were answered, one for each, and who owns those that belong to another replica. */
export interface Answers<A> {
  readonly answers: readonly A[];
  readonly owners: readonly BucketOwner[];
}

/** How items are sent, and which answer says that they belong to another replica. */
export interface OwnerCall<T, A> {
  readonly send: (client: FrontierClient, some: readonly T[]) => Promise<Answers<A>>;
  readonly notOwner: A;
}

interface Pending<T> {
  readonly at: number;
  readonly item: T;
  address: string | undefined;
}

/** Clients of all replicas. What one does not own is sent to whom it names; what gets no answer is sent again. */
export class FrontierClients implements AsyncDisposable {
  readonly #clients: ReadonlyMap<string, FrontierClient>;
  #next = 0;

  private constructor(clients: ReadonlyMap<string, FrontierClient>) {
    this.#clients = clients;
  }

  static async open(service: string, addresses: readonly string[]): Promise<FrontierClients> {
    const clients = new Map<string, FrontierClient>();
    for (const address of addresses) {
      const target = `dns:///${address}`;
      const options = { service, target, deadlineMs: DEADLINE_MS };
      clients.set(address, await openClient(FrontierServiceDefinition, options));
    }
    return new FrontierClients(clients);
  }

  /** Any of them, a different one each time. */
  any(): FrontierClient {
    const all = [...this.#clients.values()];
    this.#next = (this.#next + 1) % all.length;
    return all[this.#next]!;
  }

  all(): readonly FrontierClient[] {
    return [...this.#clients.values()];
  }

  /** Asks until somebody answers; undefined when it is stopped before. */
  async read<R>(
    ask: (client: FrontierClient) => Promise<R>,
    signal: AbortSignal,
  ): Promise<R | undefined> {
    while (!signal.aborted) {
      try {
        return await ask(this.any());
      } catch {
        await delay(AGAIN_MS);
      }
    }
    return undefined;
  }

  /** Answers in the order of the items; undefined for those that had none when it was stopped. */
  async ask<T extends { readonly host: string }, A>(
    items: readonly T[],
    call: OwnerCall<T, A>,
    signal: AbortSignal,
  ): Promise<(A | undefined)[]> {
    const answers = new Array<A | undefined>(items.length).fill(undefined);
    let open = items.map((item, at): Pending<T> => ({ at, item, address: undefined }));
    for (let isFirst = true; open.length > 0 && !signal.aborted; isFirst = false) {
      if (!isFirst) await delay(AGAIN_MS);
      const groups = Map.groupBy(open, ({ address }) => address);
      const left = await Promise.all(
        [...groups].map(([address, some]) => this.#askOne(address, some, { call, answers })),
      );
      open = left.flat();
    }
    return answers;
  }

  /** Sends some to one replica; gives those that are still without an answer, and where to send them. */
  async #askOne<T extends { readonly host: string }, A>(
    address: string | undefined,
    some: Pending<T>[],
    { call, answers }: { readonly call: OwnerCall<T, A>; readonly answers: (A | undefined)[] },
  ): Promise<Pending<T>[]> {
    const client = this.#clients.get(address ?? '') ?? this.any();
    const items = some.map(({ item }) => item);
    const got = await call.send(client, items).catch(() => undefined);
    if (got === undefined) return some.map((one) => ({ ...one, address: undefined }));
    const owners = new Map(got.owners.map((owner) => [owner.bucket, owner.address]));
    return some.flatMap((one, at) => {
      const answer = got.answers[at];
      if (answer !== call.notOwner) {
        answers[one.at] = answer;
        return [];
      }
      return [{ ...one, address: owners.get(bucketOf(one.item.host as HostKey)) }];
    });
  }

  /** The counts of all buckets together; undefined when it is stopped before all of them were counted. */
  async ledger(crawl: string | undefined, signal: AbortSignal): Promise<LedgerCounts | undefined> {
    while (!signal.aborted) {
      const all = await Promise.all(
        this.all().map((client) => client.getLedger({ crawl }).catch(() => undefined)),
      );
      const told = all.filter((one): one is GetLedgerResponse => one !== undefined);
      const isWhole = this.#clients.size === 1 ? told.length === 1 : await this.#isWhole(told);
      if (isWhole) return told.map(toCounts).reduce(addLedgers);
      await delay(AGAIN_MS);
    }
    return undefined;
  }

  /** Counts of fewer buckets than there are, or of more, are no sum: one changed hands in between. */
  async #isWhole(told: readonly GetLedgerResponse[]): Promise<boolean> {
    const buckets = await this.buckets();
    return told.reduce((sum, one) => sum + one.buckets, 0) === buckets?.buckets;
  }

  async buckets(): Promise<GetBucketsResponse | undefined> {
    for (const client of this.all()) {
      const answer = await client.getBuckets({}).catch(() => undefined);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.all().map((client) => client.close({ drainMs: 0 })));
  }
}
