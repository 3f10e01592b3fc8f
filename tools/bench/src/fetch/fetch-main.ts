import { resultLine } from '../walk/result-line.ts';
import type { FetchWay } from './fetch-way.ts';
import { ourWay } from './our-way.ts';
import { undiciWay } from './undici-way.ts';

const [way, seed, pages, hosts, requests, concurrency] = process.argv.slice(2);
/** Before it counts: code is compiled and connections are open then. */
const WARM_UP = 0.25;

const urls = urlsOf(new URL(seed!), Number(pages), Number(hosts));
await using fetching: FetchWay = way === 'ours' ? ourWay() : undiciWay();
await fetchMany(Math.round(Number(requests) * WARM_UP));
const before = process.cpuUsage();
const { done, errors } = await fetchMany(Number(requests));
const { user, system } = process.cpuUsage(before);
process.stdout.write(resultLine({ pages: done, errors, cpuSeconds: (user + system) / 1e6 }));

/** Every page of the web, in an order in which hosts take turns. */
function urlsOf(first: URL, count: number, hostCount: number): string[] {
  const [a, b] = first.hostname.split('.');
  return Array.from({ length: count }, (_, n) => {
    const host = n % hostCount;
    return `http://${a}.${b}.${Math.floor(host / 250)}.${1 + (host % 250)}:${first.port}/story/${n}`;
  });
}

async function fetchMany(count: number): Promise<{ done: number; errors: number }> {
  let [begun, done, errors] = [0, 0, 0];
  const oneAfterAnother = async (): Promise<void> => {
    while (begun < count) {
      const url = urls[begun % urls.length]!;
      begun += 1;
      // Each page is larger than this, so one that was not unpacked is found out.
      if ((await fetching.fetchBytes(url)) > 25_000) done += 1;
      else errors += 1;
    }
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, oneAfterAnother));
  return { done, errors };
}
