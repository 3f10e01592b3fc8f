import { describe, expect, it } from '@jest/globals';
import { Draws } from '../web/draws.ts';
import { makeWeb } from '../web/make-web.ts';
import { SMALL_WEB } from '../web/small-web.ts';
import type { Web } from '../web/web.ts';
import { coverOf, coverRow } from './cover-table.ts';
import { greedyCover } from './greedy-cover.ts';
import { kMeans } from './k-means.ts';
import { clusterShapes, tellLives } from './told-life.ts';
import { drawShapes } from './visit-shapes.ts';

/** Lists of pages as the sources of a web. */
function linked(...lists: readonly (readonly number[])[]): Pick<Web, 'sources' | 'pages'> {
  const start = [0];
  for (const list of lists) start.push(start.at(-1)! + list.length);
  const count = Math.max(...lists.flat()) + 1;
  return {
    sources: { count: lists.length, start, links: lists.flat() },
    pages: { count },
  } as unknown as Pick<Web, 'sources' | 'pages'>;
}

describe('greedyCover', () => {
  it('takes what adds most to those taken before, and nothing that adds nothing', () => {
    const chosen = greedyCover(linked([0, 1, 2, 3], [2, 3, 4, 5, 6], [0, 1, 7], [6]));
    expect(chosen).toEqual([
      { source: 1, reached: 5 },
      { source: 2, reached: 8 },
    ]);
  });

  it('reaches every page of a generated web, the first sources most', () => {
    const cover = coverOf(makeWeb(1, SMALL_WEB));
    expect(cover.chosen.at(-1)!.reached).toBe(cover.pages);
    const [half, all] = [coverRow(cover, 0.5), coverRow(cover, 1)];
    expect(half.sources).toBeLessThan(all.sources / 5);
    expect(half.mainPages).toBeGreaterThan(0);
  });
});

describe('kMeans', () => {
  it('finds groups that lie apart', () => {
    const draws = new Draws(1, 1);
    const rows = [1, 5, 10].flatMap((middle, i) =>
      Array.from({ length: 20 * (i + 1) }, () => Float64Array.of(middle + 0.1 * draws.normal())),
    );
    const clusters = kMeans(rows, 3, draws);
    expect(clusters.map(({ size }) => size)).toEqual([60, 40, 20]);
    expect(clusters.map(({ centre }) => Math.round(centre[0]!))).toEqual([10, 5, 1]);
  });
});

describe('lives of pages', () => {
  const shapes = drawShapes(1);

  it('are told right by the visits of a source', () => {
    const told = tellLives(shapes);
    expect(told.right).toBeGreaterThan(0.97);
    expect(told.lastingFound).toBeGreaterThan(0.9);
  });

  it('have shapes of which one lasts', () => {
    const clusters = clusterShapes(shapes.slice(0, 150), 1);
    expect(clusters).toHaveLength(6);
    const lasting = clusters.filter(({ life }) => life === 'lasting');
    expect(lasting.reduce((sum, { share }) => sum + share, 0)).toBeLessThan(0.15);
    expect(lasting.length).toBeGreaterThan(0);
  });
});
