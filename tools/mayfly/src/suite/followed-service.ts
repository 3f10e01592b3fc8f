import type { Client } from '@mayfly/grpc';
import type { ServiceName, SuiteAddresses } from './addresses.ts';
import { type CONTRACTS, openAt } from './clients.ts';

type ClientOf<S extends ServiceName> = Client<(typeof CONTRACTS)[S]>;

/** What is needed to follow a service. */
export interface FollowedParts<S extends ServiceName> {
  readonly service: S;
  /** Where the suite is now. */
  readonly find: () => Promise<SuiteAddresses>;
  readonly sleep: (ms: number) => Promise<void>;
  /** Told when it is away, once until it answers again. */
  readonly away: () => void;
  readonly open?: (suite: SuiteAddresses, service: S) => Promise<ClientOf<S>>;
}

/** A service that is waited for while it is away: a suite that starts again mostly listens at other ports. */
export class FollowedService<S extends ServiceName> implements AsyncDisposable {
  readonly #parts: FollowedParts<S>;
  #address = '';
  #client: ClientOf<S> | undefined;
  #isAway = false;

  constructor(parts: FollowedParts<S>) {
    this.#parts = parts;
  }

  /** The client of where the service was found last. */
  async client(): Promise<ClientOf<S>> {
    const { find, service, open = openAt } = this.#parts;
    const suite = await find();
    if (this.#client !== undefined && suite[service] === this.#address) return this.#client;
    await this.#client?.[Symbol.asyncDispose]();
    this.#address = suite[service];
    this.#client = await open(suite, service);
    return this.#client;
  }

  answered(): void {
    this.#isAway = false;
  }

  /** Between two tries. */
  async wait(ms: number): Promise<void> {
    if (!this.#isAway) this.#parts.away();
    this.#isAway = true;
    await this.#parts.sleep(ms);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client?.[Symbol.asyncDispose]();
  }
}
