import { seededRandom } from '@mayfly/testing';
import type { Feedback, FoundLink, Policy } from '../src/index.ts';

/** One kind of source: how many there are, on how many hosts, and what they publish. */
export interface SourceKind {
  readonly count: number;
  readonly hosts: number;
  /** New pages per second, visits to each, and how long interest lasts in seconds. */
  readonly lambda: number;
  readonly profit: number;
  readonly life: number;
  /** How many links its list shows. */
  readonly shows: number;
  /** Publishes nothing before this moment. */
  readonly from?: number;
}

interface Page {
  readonly kind: number;
  readonly born: number;
  readonly clicks: readonly number[];
}

/** A small web that was drawn before anybody crawls it, and a crawler that lets a policy loose on it. */
export class SmallWeb {
  readonly pages: Page[] = [];
  readonly lists: number[][] = [];
  readonly hosts: number[] = [];
  readonly kinds: number[] = [];
  private readonly shows: number[] = [];
  readonly seconds: number;

  constructor(kinds: readonly SourceKind[], { seconds, seed }: { seconds: number; seed: number }) {
    this.seconds = seconds;
    const random = seededRandom(seed);
    let firstHost = 0;
    for (const [k, kind] of kinds.entries()) {
      for (let i = 0; i < kind.count; i += 1) {
        this.kinds.push(k);
        this.hosts.push(firstHost + (i % kind.hosts));
        this.shows.push(kind.shows);
        this.lists.push(this.publish(kind, k, random));
      }
      firstHost += kind.hosts;
    }
  }

  private publish(kind: SourceKind, k: number, random: () => number): number[] {
    const list: number[] = [];
    const wait = () => -Math.log(1 - random()) / kind.lambda;
    for (let at = (kind.from ?? 0) + wait(); at < this.seconds; at += wait()) {
      const clicks: number[] = [];
      const limit = Math.exp(-kind.profit);
      for (let product = random(); product > limit; product *= random()) {
        clicks.push(at - Math.log(1 - random()) * kind.life);
      }
      this.pages.push({ kind: k, born: at, clicks: clicks.sort((a, b) => a - b) });
      list.push(this.pages.length - 1);
    }
    return list;
  }

  /** Runs a policy from beginning to end; answers what it did and caught. */
  run(policy: Policy, { rate, feedback = 'all' }: { rate: number; feedback?: Feedback }) {
    const crawled = new Float64Array(this.pages.length).fill(NaN);
    const seen = new Int32Array(this.lists.length);
    const visits = new Int32Array(this.lists.length);
    const pageCrawls = new Int32Array(Math.max(...this.kinds) + 1);
    let [caught, told, idle] = [0, 0, 0];
    const log = this.pages
      .flatMap((page, id) => page.clicks.map((at) => [id, at] as const))
      .sort((a, b) => a[1] - b[1]);
    let next = 0;
    policy.addSources(
      this.hosts.map((host, source) => ({ source, host })),
      0,
    );
    for (let at = 0; at < this.seconds; at += 1 / rate) {
      for (; told + 3_600 <= at; told += 3_600) {
        const told2 = told + 3_600;
        const part: (readonly [number, number])[] = [];
        for (; next < log.length && log[next]![1] <= told2; next += 1) {
          if (feedback === 'all' || crawled[log[next]![0]]! <= log[next]![1]) part.push(log[next]!);
        }
        policy.visited({ visits: part, from: told, to: told2 });
      }
      const job = policy.next(at);
      if (job === undefined) idle += 1;
      else if (job.kind === 'source') {
        visits[job.id]! += 1;
        seen[job.id] = this.showSource(policy, { source: job.id, at, before: seen[job.id]! });
      } else {
        const page = this.pages[job.id]!;
        if (Number.isNaN(crawled[job.id]!)) {
          caught += page.clicks.filter((click) => click > at).length;
        }
        crawled[job.id] = at;
        pageCrawls[page.kind]! += 1;
        policy.crawledPage({ page: job.id, at, published: page.born });
      }
    }
    return { caught: caught / log.length, visits, pageCrawls, idle };
  }

  private showSource(
    policy: Policy,
    crawl: { source: number; at: number; before: number },
  ): number {
    const { source, at, before } = crawl;
    const list = this.lists[source]!;
    let now = before;
    while (now < list.length && this.pages[list[now]!]!.born <= at) now += 1;
    const listed = this.shows[source]!;
    const overflow = now - before >= listed;
    const links: FoundLink[] = list
      .slice(overflow ? now - listed : before, now)
      .map((page) => [page]);
    policy.crawledSource({ source, at, links, listed, overflow });
    return now;
  }
}
