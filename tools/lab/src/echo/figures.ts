import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLE_SECONDS } from '../simulation/profit.ts';
import { type Chart, lineChart, type Series } from '../svg.ts';
import type { Cell, CellResult } from './cell.ts';
import { spoken } from './settings.ts';

const DAY_SECONDS = 86_400;
const WEEK_DAYS = 7;
/** The paper's figures show this rate. */
const FIGURE_RATE = 0.1;
/** The log periods of the paper's Figure 8. */
const FIGURE_LOG_PERIODS = [3_600, 12 * 3_600, 24 * 3_600, 7 * DAY_SECONDS];
/** More points than this nobody can see. */
const POINTS = 700;

/** The runs that the figures need besides those of the table. */
export function figureCells(usual: Cell): Cell[] {
  const shown = { ...usual, rate: FIGURE_RATE };
  return [
    ...FIGURE_LOG_PERIODS.map((logPeriodSeconds): Cell => ({
      ...shown,
      policy: 'echo-newpages',
      logPeriodSeconds,
    })),
    ...(['bfs', 'fixed-quota', 'mayfly'] as const).map((policy): Cell => ({ ...shown, policy })),
  ];
}

/** Writes Figures 7, 8 and 9 into a folder; says which files. */
export async function writeFigures(
  folder: string,
  results: readonly CellResult[],
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const [newpages] = results;
  const charts: readonly [string, Chart][] = [
    ['figure-7.svg', arrivalChart(newpages!)],
    ['figure-8.svg', warmUpChart(results.slice(0, FIGURE_LOG_PERIODS.length))],
    ['figure-9.svg', fiveHourChart([newpages!, ...results.slice(FIGURE_LOG_PERIODS.length)])],
  ];
  const paths = charts.map(([name]) => join(folder, name));
  await Promise.all(charts.map(([, chart], i) => writeFile(paths[i]!, lineChart(chart))));
  return paths;
}

function arrivalChart({ web }: CellResult): Chart {
  const points = Array.from(web.pagesPerSecond, (rate, hour) => [hour / 24, rate] as const);
  return {
    title: 'Figure 7: new pages, hour by hour',
    xName: 'days',
    yName: 'pages per second',
    series: [{ name: 'new pages', points }],
  };
}

function warmUpChart(results: readonly CellResult[]): Chart {
  return {
    title: `Figure 8: profit in a window of one week, echo-newpages at N = ${FIGURE_RATE}`,
    xName: 'days',
    yName: 'profit per second',
    series: results.map(({ cell, weekQuality }) =>
      seriesOf(`visits every ${spoken(cell.logPeriodSeconds)}`, weekQuality, 0),
    ),
  };
}

function fiveHourChart(results: readonly CellResult[]): Chart {
  return {
    title: `Figure 9: profit in a window of five hours, last week, N = ${FIGURE_RATE}`,
    xName: 'days of the last week',
    yName: 'profit per second',
    series: results.map(({ cell, fiveHourQuality }) => {
      const from = fiveHourQuality.length - (WEEK_DAYS * DAY_SECONDS) / SAMPLE_SECONDS;
      return seriesOf(cell.policy, fiveHourQuality, from);
    }),
  };
}

function seriesOf(name: string, quality: Float64Array, from: number): Series {
  const step = Math.ceil((quality.length - from) / POINTS);
  const points: [number, number][] = [];
  for (let i = from; i < quality.length; i += step) {
    points.push([((i - from) * SAMPLE_SECONDS) / DAY_SECONDS, quality[i]!]);
  }
  return { name, points };
}
