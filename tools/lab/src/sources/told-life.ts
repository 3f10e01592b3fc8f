import { LASTING_DAYS, type Life, lifeOf } from '@mayfly/echo';
import { Draws } from '../web/draws.ts';
import { type Cluster, kMeans } from './k-means.ts';
import type { ShapedSource } from './visit-shapes.ts';

/** The paper groups the shapes of pages into so many; with fewer, lasting ones have none of their own. */
const CLUSTERS = 6;

/** How sources were told by the shape of their pages' visits. */
export interface ToldLife {
  readonly sources: number;
  /** Of those that could be told at all. */
  readonly right: number;
  readonly unknown: number;
  /** Of sources whose pages last, and of those whose pages do not, the share that was told right. */
  readonly lastingFound: number;
  readonly ephemeralFound: number;
}

export function tellLives(sources: readonly ShapedSource[]): ToldLife {
  const told = sources.map(({ lasting, pages }) => ({ lasting, life: lifeOfPages(pages) }));
  const isRight = ({ lasting, life }: { lasting: boolean; life: Life }) =>
    life === (lasting ? 'lasting' : 'ephemeral');
  const known = told.filter(({ life }) => life !== 'unknown');
  const share = (list: typeof told) => list.filter(isRight).length / Math.max(1, list.length);
  return {
    sources: sources.length,
    right: share(known),
    unknown: 1 - known.length / sources.length,
    lastingFound: share(known.filter(({ lasting }) => lasting)),
    ephemeralFound: share(known.filter(({ lasting }) => !lasting)),
  };
}

function lifeOfPages(pages: readonly Float64Array[]): Life {
  const visits = Array.from({ length: LASTING_DAYS }, (_, day) =>
    pages.reduce((sum, days) => sum + days[day]!, 0),
  );
  return lifeOf(visits, new Array<number>(LASTING_DAYS).fill(pages.length));
}

/** Groups of pages whose visits have the same shape; days as shares of the best day. */
export interface ShapeCluster extends Cluster {
  /** Its share of all pages that were visited. */
  readonly share: number;
  readonly life: Life;
}

export function clusterShapes(sources: readonly ShapedSource[], seed: number): ShapeCluster[] {
  const rows = sources.flatMap(({ pages }) =>
    pages.flatMap((days) => {
      const most = days.reduce((a, b) => Math.max(a, b), 0);
      return most === 0 ? [] : [days.map((visits) => visits / most)];
    }),
  );
  return kMeans(rows, CLUSTERS, new Draws(seed, 12)).map((cluster) => ({
    ...cluster,
    share: cluster.size / rows.length,
    // A centre is the mean of many pages, so that it tells as they would together.
    life: lifeOfPages([cluster.centre.map((day) => day * cluster.size)]),
  }));
}
