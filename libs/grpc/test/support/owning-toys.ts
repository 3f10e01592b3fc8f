import { systemClock } from '@mayfly/clock';
import { type CrawlError } from '@mayfly/errors';
import { type KeyOwner, Owners, type OwnersOptions, type RunningServer } from '@mayfly/grpc';
import { openToy, openToyClient, type ToyClient } from './toy.ts';

/** What one replica knows: who owns which of four buckets. */
export type Known = (KeyOwner | undefined)[];

/** A replica that takes numbers as items; the bucket of one is its rest by four. */
export interface OwningToy extends AsyncDisposable {
  readonly server: RunningServer;
  readonly address: string;
  /** Items of each call. */
  readonly calls: number[][];
  known: Known;
  /** Thrown instead of an answer. */
  failure: CrawlError | undefined;
}

export const BUCKETS = 4;

export async function openOwningToy(): Promise<OwningToy> {
  const calls: number[][] = [];
  const toy = { calls, known: [] as Known, failure: undefined as CrawlError | undefined };
  const server = await openToy({
    putCounter: async ({ name }) => {
      if (toy.failure !== undefined) throw toy.failure;
      if (name === 'map') return { instance: JSON.stringify(toy.known) };
      const items = JSON.parse(name) as number[];
      calls.push(items);
      const owners: KeyOwner[] = [];
      const answers = items.map((item) => {
        const owner = toy.known[item % BUCKETS];
        if (owner?.address === server.address) return `${item} at ${server.address}`;
        owners.push(owner ?? { address: '', epoch: 0 });
        return 'elsewhere';
      });
      return { instance: JSON.stringify({ answers, owners }) };
    },
  });
  return Object.assign(toy, {
    ...{ server, address: server.address },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  });
}

/** A client of these replicas. */
export async function ownersOf(
  toys: readonly OwningToy[],
  over: Partial<OwnersOptions<ToyClient>> = {},
) {
  const any = await openToyClient(toys.map(({ server }) => server));
  const owners = new Owners<ToyClient>({
    ...{ any, clock: systemClock, random: Math.random },
    open: (address) => openToyClient(`ipv4:${address}`),
    read: async (client, options) => {
      const { instance } = await client.putCounter({ name: 'map', value: 0 }, options);
      const known = JSON.parse(instance) as (KeyOwner | null)[];
      const ranges = known.flatMap((owner, bucket) =>
        owner === null ? [] : [{ ...owner, first: bucket, last: bucket }],
      );
      return { buckets: BUCKETS, ranges };
    },
    ...over,
  });
  return {
    owners,
    [Symbol.asyncDispose]: async () => {
      await owners.close();
      await any.close();
    },
  };
}

/** How numbers are sent to them. */
export const SENDING = {
  keyOf: (item: number) => item,
  isElsewhere: (answer: string) => answer === 'elsewhere',
  send: async (client: ToyClient, items: readonly number[], options: { deadlineMs?: number }) => {
    const name = JSON.stringify(items);
    const { instance } = await client.putCounter({ name, value: 0 }, options);
    return JSON.parse(instance) as { answers: string[]; owners: KeyOwner[] };
  },
};

/** Gives each replica the same knowledge: bucket n belongs to the nth of these. */
export function share(
  toys: readonly OwningToy[],
  buckets: readonly (OwningToy | undefined)[],
  epoch = 1,
) {
  for (const toy of toys) {
    toy.known = buckets.map((owner) =>
      owner === undefined ? undefined : { address: owner.address, epoch },
    );
  }
}
