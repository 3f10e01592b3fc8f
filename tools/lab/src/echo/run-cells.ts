import { Worker } from 'node:worker_threads';
import type { Cell, CellResult } from './cell.ts';

const THREADS = 2;

/** Runs all cells, two at a time; tells of each that is done. Results are in the order of the cells. */
export async function runCells(
  cells: readonly Cell[],
  onDone: (result: CellResult, done: number) => void,
): Promise<CellResult[]> {
  const results: CellResult[] = [];
  // By seed, so that a thread seldom has to draw another web.
  const queue = cells
    .map((cell, index) => ({ cell, index }))
    .sort((a, b) => a.cell.seed - b.cell.seed);
  let done = 0;
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('./cell-worker.ts', import.meta.url));
    try {
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
        const result = await runOn(worker, job.cell);
        results[job.index] = result;
        onDone(result, ++done);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(THREADS, cells.length) }, work));
  return results;
}

function runOn(worker: Worker, cell: Cell): Promise<CellResult> {
  const { promise, resolve, reject } = Promise.withResolvers<CellResult>();
  const ended = (code: number): void => reject(new Error(`a thread ended with ${code}`));
  worker.once('message', resolve).once('error', reject).once('exit', ended);
  worker.postMessage(cell);
  return promise.finally(() => {
    worker.removeListener('message', resolve).removeListener('error', reject);
    worker.removeListener('exit', ended);
  });
}
