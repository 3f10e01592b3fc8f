import { remove } from '@mayfly/store';
import type { KeptPlan } from '../core/planning/crawl-planner.ts';
import { type KeptSource, newSource } from '../core/planning/kept-source.ts';
import type { PageBounds } from '../core/planning/page-shelf.ts';
import type { YoungPage } from '../core/planning/young-page.ts';
import type { Candidate } from '../core/ports.ts';
import { bucketOfCrawl } from './buckets.ts';
import { candidateKey, candidateOf, candidatesTable } from './candidates-table.ts';
import type { FencedStore } from './fenced-store.ts';
import { revisitKey, revisitsTable } from './revisits-table.ts';
import { putSource, sourceOf, sourcesTable } from './sources-table.ts';
import { youngPageOf, youngPagesTable } from './young-pages-table.ts';

const PAGE_ROWS = 1_000;

/** Reads what is kept of a plan, while nobody else changes the crawl. */
export async function readPlan(
  fenced: FencedStore,
  crawl: string,
  bounds: PageBounds,
): Promise<KeptPlan> {
  const { store } = fenced;
  const selection = { prefix: [bucketOfCrawl(crawl), crawl], limit: PAGE_ROWS };
  const sources: KeptSource[] = [];
  for await (const page of store.scan(sourcesTable, selection)) sources.push(...page.map(sourceOf));
  sources.push(...(await takeRevisits(fenced, crawl, sources)));
  const pages: YoungPage[] = [];
  for await (const page of store.scan(youngPagesTable, { index: 'found', ...selection })) {
    pages.push(...page.map(youngPageOf));
  }
  const candidates: Candidate[] = [];
  const first = { index: 'order', ...selection, limit: bounds.loose } as const;
  candidates.push(...(await store.page(candidatesTable, first)).rows.map(candidateOf));
  // Young pages that were never fetched may be further behind.
  const open = pages.filter(({ attempt }) => attempt === 0);
  for (let at = 0; at < open.length; at += PAGE_ROWS) {
    const some = open.slice(at, at + PAGE_ROWS);
    const keys = some.map(({ url }) => candidateKey(crawl, url));
    const rows = await store.getMany(candidatesTable, keys);
    candidates.push(...rows.filter((row) => row !== undefined).map(candidateOf));
  }
  return { sources, pages, candidates };
}

/** What earlier versions kept of seeds, feeds and sitemaps becomes sources; which of the three one is its next visit tells. */
async function takeRevisits(
  fenced: FencedStore,
  crawl: string,
  sources: readonly KeptSource[],
): Promise<KeptSource[]> {
  const known = new Set(sources.map(({ url }) => url));
  const bucket = bucketOfCrawl(crawl);
  const { rows } = await fenced.store.page(revisitsTable, {
    prefix: [bucket, crawl],
    limit: PAGE_ROWS,
  });
  if (rows.length === 0) return [];
  let number = Math.max(-1, ...sources.map((source) => source.number));
  const taken = rows
    .filter(({ url }) => !known.has(url))
    .map(({ url, attempt, depth, sinceMs }) => {
      number += 1;
      const source = newSource({ url, number, kind: 'seed', depth, nowMs: sinceMs });
      return { ...source, attempt, heardAttempt: attempt, sinceMs };
    });
  await fenced.write(bucket, [
    ...taken.map((source) => putSource(crawl, source)),
    ...rows.map(({ url }) => remove(revisitsTable, revisitKey(crawl, url))),
  ]);
  return [...taken, ...(await takeRevisits(fenced, crawl, [...sources, ...taken]))];
}
