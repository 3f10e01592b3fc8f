import type { Clock } from '@mayfly/clock';
import { AccessLog } from './access-log.ts';
import type { Article } from './article.ts';
import { type Extra } from './extras.ts';
import { Listeners } from './listeners.ts';
import type { Failures } from './oddities.ts';
import { Publisher } from './publisher.ts';
import { type ReachablePage, reachablePages, type WalkOptions } from './reachable.ts';
import { Readers, type Visit } from './readers.ts';
import { RobotsBook, type RobotsHistory, rulesOf } from './robots-book.ts';
import type { RobotsAnswer } from './robots-text.ts';
import { WebServer } from './web-server.ts';
import { World } from './world.ts';

/** What a world is made of; everything but the clock has a default. */
export interface DemoWorldOptions {
  readonly clock: Clock;
  readonly seed?: number;
  /** From 1 up; the first twelve are the cast, further ones ordinary blogs. */
  readonly hosts?: number;
  /** Articles that are there at the start, from 0 up. */
  readonly articles?: number;
  /** Nothing is published, and failures that pass are off unless `failures` says otherwise. */
  readonly frozen?: boolean;
  /** Between two new articles, on average. */
  readonly publishEveryMs?: number;
  readonly failures?: Failures;
  /** What the one host with a Crawl-delay asks for, in seconds; parts of a second are fine. */
  readonly crawlDelayS?: number;
  /** Whether the slow host is slow. */
  readonly slow?: boolean;
  /** 0: any that is free. */
  readonly port?: number;
  readonly logLimit?: number;
  /** Each request is appended to this file as a line of JSON. */
  readonly logFile?: string;
  /** What URLs do instead, by URL; a key that ends in `*` means every URL that begins so. */
  readonly extra?: Readonly<Record<string, Extra>>;
}

const DEFAULTS = {
  seed: 1,
  hosts: 12,
  articles: 400,
  frozen: false,
  publishEveryMs: 5_000,
  crawlDelayS: 2,
  slow: true,
  port: 0,
  logLimit: 200_000,
};

/** Builds the world and begins to serve it. */
export async function openDemoWorld(options: DemoWorldOptions): Promise<DemoWorld> {
  const world = new DemoWorld(options);
  await world.open();
  return world;
}

/** A small web on one port, with its writers, its readers and its log. */
export class DemoWorld implements AsyncDisposable, RobotsHistory {
  readonly model: World;
  /** Every request that came. */
  readonly log: AccessLog;
  readonly #options: DemoWorldOptions & typeof DEFAULTS;
  readonly #robots: RobotsBook;
  readonly #extra: Map<string, Extra>;
  readonly #published = new Listeners<Article>();
  readonly #visits = new Listeners<Visit>();
  readonly #server: WebServer;
  #port = 0;
  #publisher: Publisher | undefined;
  #readers: Readers | undefined;

  constructor(given: DemoWorldOptions) {
    const options = { ...DEFAULTS, ...given };
    this.#options = options;
    this.model = new World({
      ...options,
      startMs: options.clock.nowMs(),
      failures: options.failures ?? (options.frozen ? 'none' : 'once'),
    });
    this.log = new AccessLog({
      limit: options.logLimit,
      ...(options.logFile === undefined ? {} : { file: options.logFile }),
    });
    this.#robots = new RobotsBook((host) => this.model.robots(host));
    this.#extra = new Map(Object.entries(options.extra ?? {}));
    this.#server = new WebServer({
      clock: options.clock,
      log: this.log,
      slow: options.slow,
      site: (host) => this.model.sites.find((site) => site.host === host),
      robots: (host) => this.robots(host),
      extra: (url) => this.#extraOf(url),
      resource: (url) => this.model.resource(url),
    });
  }

  /** Begins to serve, to publish and to be read; once. */
  async open(): Promise<void> {
    const { clock, frozen, publishEveryMs: everyMs, port } = this.#options;
    this.#port = await this.#server.listen(port);
    const published = (article: Article): void => this.#published.tell(article);
    if (!frozen) this.#publisher = new Publisher(this.model, { clock, everyMs, published });
    this.#readers = new Readers(this.model, { clock, heard: (visit) => this.#visits.tell(visit) });
  }

  /** Where all hosts are answered for. */
  get port(): number {
    return this.#port;
  }

  /** The same as `host:port`. */
  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  get hosts(): readonly string[] {
    return this.model.sites.map(({ host }) => host);
  }

  /** The front page of every host: from here everything is found. */
  get seeds(): readonly string[] {
    return this.hosts.map((host) => `http://${host}/`);
  }

  /** How many articles were published since the start. */
  get publishedCount(): number {
    return this.#published.count;
  }

  /** How many visits there were since the start. */
  get visitCount(): number {
    return this.#visits.count;
  }

  /** Calls the listener for each new article; what it returns ends that. */
  onPublished(listener: (article: Article) => void): () => void {
    return this.#published.add(listener);
  }

  /** Calls the listener for each visit; what it returns ends that. */
  onVisit(listener: (visit: Visit) => void): () => void {
    return this.#visits.add(listener);
  }

  /** Visits as they happen, until the signal is aborted. */
  visits(signal?: AbortSignal): AsyncGenerator<Visit, void> {
    return this.#visits.stream(signal);
  }

  /** What a correct crawler finds now, from these seeds (all front pages where none are named), and how each ends. */
  reachable(options: Partial<WalkOptions> = {}): ReachablePage[] {
    const web = {
      resource: (url: string) => {
        const extra = this.#extraOf(url) ?? this.model.resource(url);
        return typeof extra === 'function' ? undefined : extra;
      },
      robots: (host: string) => this.robots(host),
    };
    return reachablePages(web, { seeds: this.seeds, ...options });
  }

  /** What robots.txt of a host answers now. */
  robots(host: string): RobotsAnswer {
    return this.robotsAt(host, this.#options.clock.monotonicMs());
  }

  /** What it answered at a moment of the monotonic clock: what `disallowedRequests` judges by. */
  robotsAt(host: string, atMs: number): RobotsAnswer {
    return this.#robots.robotsAt(host, atMs);
  }

  /** From now on robots.txt of the host answers this; undefined brings back what it said at the start. */
  setRobots(host: string, answer: RobotsAnswer | undefined): void {
    this.#robots.change(host, answer, this.#options.clock.monotonicMs());
  }

  /** The Crawl-delay that robots.txt of the host names now; 0 where there is none. */
  crawlDelayMs(host: string, userAgent = 'mayfly'): number {
    return rulesOf(host, userAgent, (name) => this.robots(name)).crawlDelayMs;
  }

  /** From now on the URL does this; undefined brings back what it did at the start. */
  setExtra(url: string, extra: Extra | undefined): void {
    if (extra === undefined) this.#extra.delete(url);
    else this.#extra.set(url, extra);
  }

  async close(): Promise<void> {
    await this.#readers?.stop();
    await this.#publisher?.stop();
    await this.#server.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #extraOf(url: string): Extra | undefined {
    const exact = this.#extra.get(url);
    if (exact !== undefined || this.#extra.size === 0) return exact;
    const prefixes = [...this.#extra.keys()].filter(
      (key) => key.endsWith('*') && url.startsWith(key.slice(0, -1)),
    );
    const longest = prefixes.sort((a, b) => b.length - a.length)[0];
    return longest === undefined ? undefined : this.#extra.get(longest);
  }
}
