import { systemClock } from '@mayfly/clock';
import { DemoWorld } from '@mayfly/demo-world';
import type { WorldSize } from './budget.ts';

const PUBLISH_EVERY_MS = 5_000;
const LISTS: ReadonlySet<string | undefined> = new Set(['front', 'section', 'feed', 'sitemap']);

/** The world of `npm start`. */
export const WORLD = { hosts: 12, articles: 400, publishEveryMs: PUBLISH_EVERY_MS };

/** How large the world of a seed is, by walking its model. */
export function demoSize(seed: number): WorldSize {
  const reachable = new DemoWorld({ ...WORLD, clock: systemClock, seed }).reachable();
  return {
    reachable: reachable.length,
    publishedPerSecond: 1_000 / PUBLISH_EVERY_MS,
    sources: reachable.filter(({ kind }) => LISTS.has(kind)).length,
  };
}
