import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Chart, lineChart } from '../svg.ts';
import type { Cover } from './cover-table.ts';
import type { ShapeCluster } from './told-life.ts';

/** More points than this nobody can see. */
const POINTS = 400;

/** Writes Figures 1, 3 and 4 into a folder; says which files. */
export async function writeFigures(
  folder: string,
  { cover, clusters }: { readonly cover: Cover; readonly clusters: readonly ShapeCluster[] },
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const [ephemeral, lasting] = (['ephemeral', 'lasting'] as const).map((life) =>
    clusters.filter((each) => each.life === life).slice(0, 1),
  );
  const charts: readonly [string, Chart][] = [
    ['figure-1.svg', shapeChart('Figure 1: visits of new pages', [...ephemeral!, ...lasting!])],
    ['figure-3.svg', shapeChart('Figure 3: shapes of visits of new pages', clusters)],
    ['figure-4.svg', coverChart(cover)],
  ];
  const paths = charts.map(([name]) => join(folder, name));
  await Promise.all(charts.map(([, chart], i) => writeFile(paths[i]!, lineChart(chart))));
  return paths;
}

function shapeChart(title: string, clusters: readonly ShapeCluster[]): Chart {
  return {
    title,
    xName: 'days since it appeared',
    yName: 'visits, of the best day',
    series: clusters.map(({ centre, share, life }) => ({
      name: `${life}, ${(share * 100).toFixed(0)} %`,
      points: Array.from(centre, (value, day) => [day, value] as const),
    })),
  };
}

function coverChart({ hosts, pages, chosen }: Cover): Chart {
  const step = Math.ceil(chosen.length / POINTS);
  const points = chosen
    .map(({ reached }, i) => [(i + 1) / hosts, reached / pages] as const)
    .filter((_, i) => i % step === 0 || i === chosen.length - 1);
  return {
    title: 'Figure 4: new pages reached by the best sources',
    xName: 'sources per host, on average',
    yName: 'share of new pages',
    series: [{ name: 'greedy cover', points: [[0, 0], ...points] }],
  };
}
