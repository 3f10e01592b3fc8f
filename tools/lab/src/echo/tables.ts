import { textTable } from '../text-table.ts';
import type { CellResult } from './cell.ts';
import type { Check } from './checks.ts';
import { PAPER_BOUND, PAPER_FIGURES } from './paper-table.ts';
import { spoken, USUAL_HISTORY, USUAL_LOG_PERIOD } from './settings.ts';
import { distance, type Summary } from './summary.ts';
import { reasonFor } from './reasons.ts';

/** A cell this far from the paper's is named, with the reason. */
const FAR = 0.1;

/** The generated webs beside the paper's. */
export function webTable(results: readonly CellResult[]): string {
  const webs = [...new Map(results.map((each) => [each.cell.seed, each])).values()];
  const row = (name: string, paper: number, of: (each: CellResult) => number): string[] => {
    const values = webs.map(of);
    const [least, most] = [Math.min(...values), Math.max(...values)].map(figure);
    return [name, figure(paper), least === most ? least! : `${least} to ${most}`];
  };
  const { hosts, sources, pages, links, clicked } = PAPER_FIGURES;
  return textTable(
    ['web', 'paper', webs.length === 1 ? 'seed 1' : `${webs.length} seeds`],
    [
      row('hosts', hosts, ({ web }) => web.hosts),
      row('content sources', sources, ({ web }) => web.sources),
      row('new pages in three weeks', pages, ({ web }) => web.pages),
      row('links to them', links, ({ web }) => web.links),
      row('share of pages clicked', clicked, ({ web }) => web.clicked),
      row('upper bound, profit per second', PAPER_BOUND, ({ bound }) => bound),
    ],
  );
}

/** The paper's Table 1 beside ours, as shares of the bound. */
export function scoreTable(cells: readonly Summary[]): string {
  const rates = [...new Set(cells.map(({ rate }) => rate))];
  const rows = Map.groupBy(cells, rowName);
  return textTable(
    ['share of the bound [paper]', ...rates.map((rate) => `N = ${rate}`)],
    [...rows].map(([name, group]) => [
      name,
      ...rates.map((rate) => scoreCell(group.find((each) => each.rate === rate))),
    ]),
  );
}

function rowName({ policy, logPeriodSeconds, history }: Summary): string {
  const log =
    logPeriodSeconds === USUAL_LOG_PERIOD ? '' : `, visits every ${spoken(logPeriodSeconds)}`;
  const crawls = history === USUAL_HISTORY ? '' : `, ${history} crawls`;
  return `${policy}${log}${crawls}`;
}

function scoreCell(cell: Summary | undefined): string {
  if (cell === undefined) return '';
  const { mean, deviation, paper } = cell;
  const beside = paper === undefined ? '     ' : `[${paper.toFixed(2).slice(1)}]`;
  return `${mean.toFixed(3)} ± ${deviation.toFixed(3)} ${beside}`;
}

/** How near the paper all cells are together, and which are far from it. */
export function distanceLines(cells: readonly Summary[]): string[] {
  const { rmse, cells: count } = distance(cells);
  if (count === 0) return [];
  const far = cells.flatMap(({ policy, rate, mean, paper }) =>
    paper === undefined || Math.abs(mean - paper) <= FAR
      ? []
      : [
          `  ${policy} at ${rate} is off by ${(mean - paper).toFixed(2)}: ${reasonFor(policy, mean - paper)}`,
        ],
  );
  return [
    `root mean square error over ${count} cells of the paper: ${rmse.toFixed(3)}`,
    far.length === 0 ? `no cell is off by more than ${FAR}` : `cells off by more than ${FAR}:`,
    ...far,
  ];
}

/** Sources that nobody visits, where the paper says that most are left alone. */
export function leftAloneLine(cells: readonly Summary[]): string {
  const shares = cells.map(
    ({ policy, rate, leftAlone }) => `${policy} at ${rate} ${percent(leftAlone)}`,
  );
  return `sources not visited in the last week [paper: almost ${percent(PAPER_FIGURES.leftAlone)} for ECHO]: ${shares.join(', ')}`;
}

export function checkLine({ name, passed, detail }: Check): string {
  return `${passed ? 'yes' : 'NO '}  ${name}: ${detail}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function figure(value: number): string {
  return value >= 10 ? Math.round(value).toLocaleString('en') : String(Number(value.toFixed(3)));
}
