import { gunzipSync } from 'node:zlib';
import { type Dispatcher, Pool } from 'undici';
import { type FetchWay, HEADERS } from './fetch-way.ts';

/** Nothing but undici: a pool for each host, `dispatch`, the parts of the body put together and unpacked. */
export function undiciWay(): FetchWay {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string): Pool => {
    const pool = pools.get(origin) ?? new Pool(origin, { connections: 8, pipelining: 1 });
    pools.set(origin, pool);
    return pool;
  };
  return {
    fetchBytes: (url) =>
      new Promise((resolve) => {
        const slash = url.indexOf('/', 'http://'.length);
        const options = { method: 'GET' as const, path: url.slice(slash), headers: HEADERS };
        poolOf(url.slice(0, slash)).dispatch(options, gathering(resolve));
      }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

function gathering(done: (bytes: number) => void): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let isPacked = false;
  return {
    onRequestStart: () => {},
    onResponseStart: (_, __, headers) => {
      isPacked = headers['content-encoding'] === 'gzip';
    },
    onResponseData: (_, chunk) => void chunks.push(chunk),
    onResponseEnd: () => {
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      done(isPacked ? gunzipSync(body).length : body.length);
    },
    onResponseError: () => done(-1),
  };
}
