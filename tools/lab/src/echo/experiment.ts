import type { Output } from '../lab.ts';
import { bfsRateForNearlyAll } from './bfs-rate.ts';
import type { Cell, CellResult } from './cell.ts';
import { checksOf } from './checks.ts';
import { figureCells, writeFigures } from './figures.ts';
import { PAPER_FIGURES, paperScore } from './paper-table.ts';
import { runCells } from './run-cells.ts';
import { cellsOf, type Settings, USUAL_HISTORY, USUAL_LOG_PERIOD } from './settings.ts';
import { setLosses } from './set-loss.ts';
import { summaries } from './summary.ts';
import { checkLine, distanceLines, leftAloneLine, scoreTable, webTable } from './tables.ts';

/** Runs all cells, and says what they show. */
export async function experiment(settings: Settings, output: Output): Promise<number> {
  const cells = cellsOf(settings);
  const results = await runCells(cells, (result, done) => {
    tell(result, output);
    output.progress(`${done} of ${cells.length}: ${progressOf(result)}`);
  });
  const all = summaries(results);
  output.text(`${webTable(results)}\n\n${scoreTable(all)}\n`);
  if (settings.feedback === 'all') output.text([...distanceLines(all), ''].join('\n'));
  output.text(`${leftAloneLine(all)}\n`);
  for (const check of checksOf(all, settings.feedback)) {
    output.row({ lab: 'echo', check: check.name, passed: check.passed, detail: check.detail });
    output.text(checkLine(check));
  }
  tellSetLosses(output);
  await more(settings, output);
  return 0;
}

/** KKT holds for a set of sources, and does not choose it: what that costs where all sets can be tried. */
function tellSetLosses(output: Output): void {
  const { algorithmOne, price } = setLosses();
  output.row({ lab: 'echo', figure: 'loss_against_best_set', algorithmOne, price });
  const shown = ({ mean, worst }: { mean: number; worst: number }) =>
    `${(mean * 100).toFixed(1)} % on average, ${(worst * 100).toFixed(1)} % at worst`;
  output.text(
    `\nprofit lost against the best set of eight sources: Algorithm 1 ${shown(algorithmOne)}; one price ${shown(price)}`,
  );
}

/** What takes runs of its own: the rate that breadth first needs, and the figures. */
async function more(settings: Settings, output: Output): Promise<void> {
  const { policies, rates, feedback, small, svg } = settings;
  const usual: Cell = {
    policy: 'bfs',
    rate: rates[0]!,
    seed: 1,
    feedback,
    logPeriodSeconds: USUAL_LOG_PERIOD,
    history: USUAL_HISTORY,
    small,
  };
  const ofPaper = rates.filter((rate) => paperScore('bfs', rate) !== undefined).length;
  if (policies.includes('bfs') && ofPaper === 3) {
    const rate = await bfsRateForNearlyAll(usual, (cell) => runOne(cell, output));
    const paper = PAPER_FIGURES.bfsRateFor99;
    output.row({ lab: 'echo', figure: 'bfs_rate_for_99_percent', value: rate ?? null, paper });
    output.text(
      `\nrate at which bfs reaches 99 % of the bound (seed 1) [paper: ${paper}]: ${rate ?? 'above 3'}`,
    );
  }
  if (svg === undefined) return;
  const wanted = figureCells(usual);
  const results = await runCells(wanted, (result) => output.progress(progressOf(result)));
  for (const path of await writeFigures(svg, results)) output.text(`wrote ${path}`);
}

async function runOne(cell: Cell, output: Output): Promise<CellResult> {
  const [result] = await runCells([cell], (done) => output.progress(progressOf(done)));
  return result!;
}

function progressOf({ cell, score, cpuSeconds }: CellResult): string {
  const { policy, rate, seed } = cell;
  return `${policy} at ${rate}, seed ${seed}: ${score.toFixed(3)} (${cpuSeconds.toFixed(0)} s)`;
}

function tell({ cell, score, bound, outcome }: CellResult, output: Output): void {
  const { policy, rate, seed, feedback, logPeriodSeconds, history } = cell;
  const paper = paperScore(policy, rate);
  output.row({
    lab: 'echo',
    policy,
    rate,
    seed,
    score: rounded(score),
    ...(paper === undefined ? {} : { paper: rounded(paper) }),
    feedback,
    logPeriodSeconds,
    history,
    bound: rounded(bound),
    quality: rounded(outcome.quality),
    deviationInTime: rounded(outcome.deviation),
    sourceCrawls: outcome.sourceCrawls,
    pageCrawls: outcome.pageCrawls,
    idle: outcome.idle,
    meanDelaySeconds: Math.round(outcome.meanDelaySeconds),
    leftAlone: rounded(outcome.leftAlone),
  });
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
