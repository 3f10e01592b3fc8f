import type { MethodDefinition, RequestOf, ResponseOf, ServiceDefinition } from '../definition.ts';
import type { ServerCall } from './server-call.ts';

/** The function that answers one RPC: a plain async function, with async iterables where the contract has streams. */
export type Handler<M extends MethodDefinition> = (
  request: M['requestStream'] extends true ? AsyncIterable<RequestOf<M>> : RequestOf<M>,
  call: ServerCall,
) => M['responseStream'] extends true ? AsyncIterable<ResponseOf<M>> : Promise<ResponseOf<M>>;

/** One handler for each RPC of a service. */
export type Handlers<D extends ServiceDefinition> = {
  readonly [M in keyof D['methods']]: Handler<D['methods'][M]>;
};

/** A handler whose types were checked when it was handed to `serve`. */
export type AnyHandler = (request: unknown, call: ServerCall) => unknown;

/** A service together with what answers it. */
export interface ServedService {
  readonly definition: ServiceDefinition;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
}

/** Pairs a contract with its handlers, for `openServer`. */
export function serve<D extends ServiceDefinition>(
  definition: D,
  handlers: Handlers<D>,
): ServedService {
  return { definition, handlers: handlers as Readonly<Record<string, AnyHandler>> };
}
