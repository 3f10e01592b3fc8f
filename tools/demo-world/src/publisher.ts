import type { Clock } from '@mayfly/clock';
import type { Article } from './article.ts';
import { randomOf } from './random.ts';
import type { World } from './world.ts';

/** When articles appear, as milliseconds after the beginning, without end: at random, but never two at once. */
export function* publishingTimes(seed: number, everyMs: number): Generator<number> {
  const random = randomOf(seed, 'publishing');
  for (let atMs = 0; ;) {
    const wait = -Math.log(1 - random.next());
    atMs += Math.max(1, everyMs * Math.min(3, Math.max(0.2, wait)));
    yield atMs;
  }
}

/** Publishes one article after the other until it is stopped. */
export class Publisher {
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor(
    world: World,
    {
      clock,
      everyMs,
      published,
    }: {
      readonly clock: Clock;
      readonly everyMs: number;
      readonly published: (article: Article) => void;
    },
  ) {
    this.#running = this.#run(clock, publishingTimes(world.settings.seed, everyMs), () =>
      published(world.publish(clock.nowMs())),
    );
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(clock: Clock, times: Iterable<number>, publish: () => void): Promise<void> {
    const { signal } = this.#stop;
    const beganMs = clock.monotonicMs();
    for (const atMs of times) {
      const waitMs = Math.max(0, beganMs + atMs - clock.monotonicMs());
      await clock.sleep(waitMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      publish();
    }
  }
}
