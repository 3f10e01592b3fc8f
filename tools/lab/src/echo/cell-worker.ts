import { parentPort } from 'node:worker_threads';
import { type Cell, CellRunner } from './cell.ts';

// A thread that runs one cell after another, as they are sent.
const runner = new CellRunner();
const port = parentPort!;
port.on('message', (cell: Cell) => port.postMessage(runner.run(cell)));
