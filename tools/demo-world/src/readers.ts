import type { Clock } from '@mayfly/clock';
import type { Article } from './article.ts';
import { type Random, randomOf } from './random.ts';
import type { World } from './world.ts';

/** One reader opened one URL. */
export interface Visit {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** The page that the reader came from; absent where nobody knows. */
  readonly referrer?: string;
  /** Who it was. */
  readonly reader: string;
}

/** How many people read in this world. */
const READERS = 10_000;
const TURN_MS = 1_000;
/** After so many half-lives one in a million is left. */
const FORGOTTEN_AFTER = 20;

/** Visits per second to an article now: it is best when new and halves again and again. */
export function interest({ appeal, publishedMs, site }: Article, nowMs: number): number {
  const halves = Math.max(0, nowMs - publishedMs) / site.halfLifeMs;
  return halves > FORGOTTEN_AFTER ? 0 : appeal * 2 ** -halves;
}

/** Who reads what during one second; the same seed, articles and second give the same visits. */
export function visitsOfSecond(world: World, second: number, nowMs: number): Visit[] {
  return world.articles.flatMap((article) => {
    const rate = interest(article, nowMs);
    if (rate === 0) return [];
    const random = randomOf(world.settings.seed, 'visits', second, article.id);
    return Array.from({ length: poisson(random, rate) }, () => visit(article, random, nowMs));
  });
}

function visit({ url, site, section }: Article, random: Random, nowMs: number): Visit {
  const front = `http://${site.host}/`;
  const referrer = random.pick([front, front, front, `${front}${section}/`, undefined]);
  const reader = `reader-${Math.floor(random.next() * READERS)}`;
  return { url, atMs: nowMs, reader, ...(referrer === undefined ? {} : { referrer }) };
}

/** How often something happens that happens `mean` times on average. */
function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.next(); product > limit; product *= random.next()) count += 1;
  return count;
}

/** Readers who come by themselves, second by second, until they are sent home. */
export class Readers {
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  readonly #world: World;
  readonly #clock: Clock;
  readonly #heard: (visit: Visit) => void;

  constructor(
    world: World,
    { clock, heard }: { readonly clock: Clock; readonly heard: (visit: Visit) => void },
  ) {
    this.#world = world;
    this.#clock = clock;
    this.#heard = heard;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const clock = this.#clock;
    const beganMs = clock.monotonicMs();
    for (let second = 1; ; second += 1) {
      const waitMs = Math.max(0, beganMs + second * TURN_MS - clock.monotonicMs());
      await clock.sleep(waitMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      for (const visit of visitsOfSecond(this.#world, second, clock.nowMs())) this.#heard(visit);
    }
  }
}
