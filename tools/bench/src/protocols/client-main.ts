import type { LookupFunction } from 'node:net';
import { Pool } from 'undici';
import { resultLine } from '../walk/result-line.ts';

const [protocol, port, ca, hosts, requests] = process.argv.slice(2);
const WARM_UP = 0.25;

// As a crawler asks: many hosts, one request at a time at each, over one connection.
const pools = Array.from({ length: Number(hosts) }, (_, host) => {
  const connect = {
    ca: ca!,
    lookup: ((_name, _options, done) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as LookupFunction,
  };
  const allowH2 = protocol === 'h2';
  const options = { connections: 1, pipelining: 1, allowH2, connect };
  return new Pool(`https://host-${host}.bench.test:${port}`, options);
});
// undici lets go of HTTP/2 sessions between two requests, and the process would end.
setInterval(() => {}, 1_000);
let [done, errors] = [0, 0];
await fetchMany(Math.round(Number(requests) * WARM_UP));
[done, errors] = [0, 0];
const before = process.cpuUsage();
await fetchMany(Number(requests));
const { user, system } = process.cpuUsage(before);
process.stdout.write(resultLine({ pages: done, errors, cpuSeconds: (user + system) / 1e6 }));
process.exit(0);

async function fetchMany(count: number): Promise<void> {
  let begun = 0;
  const oneAfterAnother = async (pool: Pool): Promise<void> => {
    while (begun < count) {
      begun += 1;
      if ((await bytesOf(pool)) === 30_000) done += 1;
      else errors += 1;
    }
  };
  await Promise.all(pools.map(oneAfterAnother));
}

function bytesOf(pool: Pool): Promise<number> {
  return new Promise((resolve) => {
    let bytes = 0;
    pool.dispatch(
      { method: 'GET', path: '/', headers: { accept: 'text/html' } },
      {
        onRequestStart: () => {},
        onResponseStart: () => {},
        onResponseData: (_, chunk) => void (bytes += chunk.length),
        onResponseEnd: () => resolve(bytes),
        onResponseError: () => resolve(-1),
      },
    );
  });
}
