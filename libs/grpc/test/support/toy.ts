import { ToyServiceDefinition } from '@mayfly/contracts/testing/v1';
import {
  type Client,
  type ClientOptions,
  durationMs,
  durationOf,
  type Handlers,
  openClient,
  openServer,
  type RunningServer,
  serve,
  type ServerOptions,
} from '@mayfly/grpc';
import { CrawlError, isErrorCode } from '@mayfly/errors';
import { setTimeout as delay } from 'node:timers/promises';

export type ToyHandlers = Handlers<ToyServiceDefinition>;
export type ToyClient = Client<ToyServiceDefinition>;

/** Handlers that do as the contract says, on counters of their own. A spec replaces the one it is about. */
export function toyHandlers(replaced: Partial<ToyHandlers> = {}): ToyHandlers {
  const counters = new Map<string, number>();
  return {
    getCounter: async ({ name }, call) => ({
      value: counters.get(name) ?? 0,
      remaining: durationOf(call.remainingMs()),
    }),
    putCounter: async ({ name, value, work }, call) => {
      if (work !== undefined) await delay(durationMs(work), undefined, { signal: call.signal });
      counters.set(name, value);
      return { instance: 'toy' };
    },
    addToCounter: async ({ name, amount }) => {
      counters.set(name, (counters.get(name) ?? 0) + amount);
      return { value: counters.get(name) ?? 0 };
    },
    fail: async ({ ending }) => {
      if (ending?.$case === 'code' && isErrorCode(ending.value)) {
        throw new CrawlError(ending.value, `as asked: ${ending.value}`);
      }
      throw new TypeError(ending?.value);
    },
    watchCounter: async function* ({ maxValues = 1 }) {
      for (let value = 1; value <= maxValues; value += 1) yield { value };
    },
    sumNumbers: async (requests) => {
      let [sum, count] = [0, 0];
      for await (const { number } of requests) {
        sum += number;
        count += 1;
      }
      return { sum, count };
    },
    echo: async function* (requests) {
      for await (const { payload } of requests) yield { payload };
    },
    ...replaced,
  };
}

/** A server on a free port of this machine, that closes at once when its block ends. */
export async function openToy(
  handlers: Partial<ToyHandlers> = {},
  options: Partial<ServerOptions> = {},
): Promise<RunningServer & AsyncDisposable> {
  const server = await openServer({
    service: 'toy',
    services: [serve(ToyServiceDefinition, toyHandlers(handlers))],
    address: { host: '127.0.0.1', port: 0 },
    random: Math.random,
    ...options,
  });
  server.setServing(true);
  return server;
}

/** A client of one or more servers. */
export async function openToyClient(
  target: RunningServer | readonly RunningServer[] | string,
  options: Partial<ClientOptions> = {},
): Promise<ToyClient> {
  const servers = typeof target === 'string' ? [] : [target].flat();
  return openClient(ToyServiceDefinition, {
    service: 'toy-client',
    target: typeof target === 'string' ? target : `ipv4:${servers.map((s) => s.address).join(',')}`,
    ...options,
  });
}
