import type { MethodDefinition, RequestOf, ResponseOf, ServiceDefinition } from '../definition.ts';
import type { CallOptions } from './client-options.ts';

/** One RPC as a function. Failures are `CrawlError`s. A streaming call begins when its answer is first asked for. */
export type ClientMethod<M extends MethodDefinition> = (
  request: M['requestStream'] extends true
    ? AsyncIterable<RequestOf<M>> | Iterable<RequestOf<M>>
    : RequestOf<M>,
  options?: CallOptions,
) => M['responseStream'] extends true ? AsyncIterable<ResponseOf<M>> : Promise<ResponseOf<M>>;

/** A service as an object with one function for each RPC. */
export type Client<D extends ServiceDefinition> = {
  readonly [M in keyof D['methods']]: ClientMethod<D['methods'][M]>;
} & OpenClient;

/** What every client has beside its RPCs. */
export interface OpenClient extends AsyncDisposable {
  /** Waits for calls that are under way, aborts what is left after that long, and closes the connections. */
  close(options?: { readonly drainMs?: number }): Promise<void>;
  /** Looks at the certificate files now instead of at the next turn. */
  reloadCertificates(): Promise<void>;
}
