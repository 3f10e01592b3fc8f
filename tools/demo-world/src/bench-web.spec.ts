import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { startProcess } from '@mayfly/testing';
import { benchAddress, benchLinks, benchPages } from './bench-pages.ts';
import { type BenchCounts, benchWeb } from './bench-web.ts';

const SHAPE = { pages: 300, hosts: 20, bytes: 30_000 };

describe('the pages of the bench', () => {
  it('have 30 links inside and 22 on leaves, and all can be reached from the first', () => {
    const reached = new Set([0]);
    for (const n of reached) for (const to of benchLinks(SHAPE, n)) reached.add(to);
    expect(reached.size).toBe(SHAPE.pages);
    expect(benchLinks(SHAPE, 0).length).toBe(30);
    expect(benchLinks(SHAPE, 299).length).toBe(22);
  });

  it('are of the size asked for, and no two are the same', () => {
    const bodies = benchPages(SHAPE, 80).map((parts) => Buffer.concat(parts).toString());
    const sizes = bodies.map((body) => Buffer.byteLength(body));
    expect(Math.min(...sizes)).toBeGreaterThan(28_500);
    expect(Math.max(...sizes)).toBeLessThan(30_200);
    expect(new Set(bodies).size).toBe(SHAPE.pages);
    expect(bodies.every((body) => body.endsWith('</article></body></html>\n'))).toBe(true);
  });

  it('come as gzip where that is asked for', () => {
    const bodies = [...benchPages({ ...SHAPE, packedEvery: 3 }, 80)].map((parts) =>
      Buffer.concat(parts),
    );
    const packed = bodies.map((body) => body.includes('Content-Encoding: gzip\r\n'));
    expect(packed).toEqual(bodies.map((_, n) => n % 3 === 0));
    const [plain] = benchPages(SHAPE, 80).map((parts) => Buffer.concat(parts).toString());
    const page = gunzipSync(bodies[0]!.subarray(bodies[0]!.indexOf('\r\n\r\n') + 4)).toString();
    expect(plain?.endsWith(page)).toBe(true);
  });

  it('have an address for each host', () => {
    const addresses = Array.from({ length: 600 }, (_, host) => benchAddress(host));
    expect(new Set(addresses).size).toBe(600);
    expect([addresses[0], addresses[599]]).toEqual(['127.1.0.1', '127.1.2.100']);
  });
});

describe('the web of the bench', () => {
  it('can be crawled by anybody who can read HTML', async () => {
    await using web = await benchWeb({ pages: 60, hosts: 7, bytes: 8_000 });
    const heard = new Set([web.seed]);
    for (const url of heard) {
      const response = await fetch(url);
      expect([url, response.status]).toEqual([url, 200]);
      for (const [, link] of (await response.text()).matchAll(/href="([^"]+)"/g)) {
        heard.add(new URL(link!, url).href);
      }
    }
    expect(heard.size).toBe(60);
    expect(new Set([...heard].map((url) => new URL(url).host))).toEqual(new Set(web.hosts));
    expect(web.counts()).toEqual({ requests: 60, pages: 60, distinctPages: 60 });
    const robots = await fetch(new URL('/robots.txt', web.seed));
    expect(await robots.text()).toBe('User-agent: *\nDisallow:\n');
    expect((await fetch(new URL('/nothing', web.seed))).status).toBe(404);
    expect(web.counts()).toEqual({ requests: 62, pages: 60, distinctPages: 60 });
  });

  it('runs as a process of its own', async () => {
    const file = new URL('./bench-web-main.ts', import.meta.url).pathname;
    const args = ['--pages', '20', '--hosts', '3', '--bytes', '4000'];
    await using web = startProcess({ name: 'bench web', file, args });
    const line = JSON.parse(await web.waitForLine('{')) as { seed: string; port: number };
    expect(line).toEqual({
      ...{ port: line.port, seed: line.seed },
      ...{ pages: 20, hosts: 3, bytes: 4_000, packedEvery: 0 },
    });
    expect((await fetch(line.seed)).status).toBe(200);
    const counts = (await (await fetch(new URL('/counts', line.seed))).json()) as BenchCounts;
    expect(counts.distinctPages).toBe(1);
    expect(await web.stop()).toEqual({ code: 0, signal: null });
  });
});
