import { seededRandom } from '@mayfly/testing';
import type { Snapshot } from './snapshots.ts';

const FIRST_HOUR = 482_136;
const HOUR_MS = 3_600_000;
const SITES = 3;
const SECTIONS = 11;
const SHOWN = 30;

/**
 * Front pages that nobody recorded: each site has a front page, which shows all that its sections do, and sections that
 * are busy or asleep. For tests.
 */
export function madeUpSnapshots({ days, seed }: { days: number; seed: number }): Snapshot[] {
  const random = seededRandom(seed);
  const shown = new Map<string, string[]>();
  let articles = 0;
  const snapshots: Snapshot[] = [];
  for (let hour = 0; hour < 24 * days; hour++) {
    const isDay = hour % 24 >= 7 && hour % 24 < 22;
    for (let site = 0; site < SITES; site++) {
      const added = new Map<string, string[]>();
      for (let section = 0; section < SECTIONS; section++) {
        const rate = (isDay ? 2 : 0.3) / (1 + section);
        const count = Math.floor(rate + random());
        const urls = Array.from({ length: count }, () => `http://${site}.test/${articles++}`);
        added.set(`${site}.test/${section}`, urls);
        const front = `${site}.test/index`;
        added.set(front, [...(added.get(front) ?? []), ...urls]);
      }
      const t = new Date((FIRST_HOUR + hour) * HOUR_MS).toISOString();
      for (const [page, urls] of added) {
        const before = shown.get(page) ?? [];
        const removed = before.slice(0, Math.max(0, before.length + urls.length - SHOWN));
        shown.set(page, [...before, ...urls].slice(-SHOWN));
        snapshots.push({ page, t, ...(hour === 0 ? { first: true } : {}), added: urls, removed });
      }
    }
  }
  return snapshots;
}
