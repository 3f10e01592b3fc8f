import {
  FrontierServiceDefinition,
  SubmitAnswer,
  type SubmitUrlsRequest,
  type SubmitUrlsResponse,
} from '@mayfly/contracts/frontier/v1';
import { CrawlError } from '@mayfly/errors';
import { type Client, openClient } from '@mayfly/grpc';

type Results = SubmitUrlsResponse['results'];
type Submitter = Pick<Client<typeof FrontierServiceDefinition>, 'submitUrls'>;

/** What is needed to ask the replicas that own what another one does not. */
export interface OwnersParts {
  /** A client of the replica at an address; asked once for each. */
  readonly open: (address: string) => Promise<Submitter & AsyncDisposable>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Buckets are without an owner for a few seconds when a replica dies. */
const TRIES = 30;
const AGAIN_MS = 1_000;

/** Sends submissions again that were answered by where to ask, until each has an answer. */
export class AtOwners implements AsyncDisposable {
  readonly #parts: OwnersParts;
  readonly #clients = new Map<string, Promise<Submitter & AsyncDisposable>>();

  constructor(parts: OwnersParts) {
    this.#parts = parts;
  }

  /** The answers, those of other replicas filled in; in the order of the submissions. */
  async complete(request: SubmitUrlsRequest, response: SubmitUrlsResponse): Promise<Results> {
    const results = [...response.results];
    let left = toAsk(
      response,
      results.map((_, at) => at),
    );
    for (let tries = 0; left.length > 0; tries += 1) {
      if (tries === TRIES) throw new CrawlError('DEPENDENCY_AWAY', 'nobody owns some of the URLs');
      if (tries > 0) await this.#parts.sleep(AGAIN_MS);
      const owners = [...Map.groupBy(left, ({ address }) => address)];
      const still = await Promise.all(
        owners.map(([address, items]) => this.#ask(address, items, { request, results })),
      );
      left = still.flat();
    }
    return results;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const clients = await Promise.all(this.#clients.values());
    await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()));
  }

  /** Fills in what the replica at an address answers; gives back what is to be asked elsewhere. */
  async #ask(
    address: string,
    items: readonly ToAsk[],
    { request, results }: { readonly request: SubmitUrlsRequest; readonly results: Results },
  ): Promise<ToAsk[]> {
    // Nobody owns them now: the one that was asked first will know who does.
    const client = await this.#client(address);
    const submissions = items.map(({ at }) => request.submissions[at]!);
    const response = await client.submitUrls({ ...request, submissions });
    for (const [one, { at }] of items.entries()) results[at] = response.results[one]!;
    return toAsk(
      response,
      items.map(({ at }) => at),
    );
  }

  #client(address: string): Promise<Submitter & AsyncDisposable> {
    const there = this.#clients.get(address) ?? this.#parts.open(address);
    this.#clients.set(address, there);
    return there;
  }
}

/** A submission by its number, and who is to be asked; empty where nobody knows. */
interface ToAsk {
  readonly at: number;
  readonly address: string;
}

/** Owners stand in the order of the submissions that another replica owns. */
function toAsk({ results, owners }: SubmitUrlsResponse, numbers: readonly number[]): ToAsk[] {
  const elsewhere = results.flatMap(({ answer }, one) =>
    answer === SubmitAnswer.SUBMIT_ANSWER_NOT_OWNER ? [numbers[one]!] : [],
  );
  return elsewhere.map((at, one) => ({ at, address: owners[one]?.address ?? '' }));
}

/** Opens clients by address, and for an empty one the one that all were sent to at first. */
export function ownersAt(first: string): OwnersParts['open'] {
  return async (address) => {
    const at = address === '' ? first : address;
    const target = at.includes('://') ? at : `dns:///${at}`;
    return await openClient(FrontierServiceDefinition, { service: 'mayfly', target });
  };
}
