import { fileURLToPath } from 'node:url';
import { PinnedProcess } from '../walk/pinned-process.ts';
import type { LoadOrder, LoadResult } from './load-order.ts';

const MAIN = fileURLToPath(new URL('load-main.ts', import.meta.url));

/** A load in a process of its own. */
export class LoadProcess implements AsyncDisposable {
  readonly #process: PinnedProcess;
  readonly #step: string;

  constructor(order: LoadOrder, core: number | undefined) {
    const args = ['--max-semi-space-size=64', MAIN, JSON.stringify(order)];
    this.#process = new PinnedProcess({ program: process.execPath, args }, core);
    this.#step = order.step;
  }

  /** URLs that the server has acknowledged so far, as the last line says. */
  get acknowledged(): number {
    const lines = this.#process.stdout.split('\n').slice(-3);
    const last = lines.findLast((line) => line.startsWith('{"acknowledged"') && line.endsWith('}'));
    return last === undefined ? 0 : (JSON.parse(last) as { acknowledged: number }).acknowledged;
  }

  async result(): Promise<LoadResult> {
    const code = await this.#process.ended();
    const line = this.#process.stdout.split('\n').findLast((each) => each.startsWith('{"result"'));
    if (code === 0 && line !== undefined)
      return (JSON.parse(line) as { result: LoadResult }).result;
    throw new Error(`${this.#step} failed (${code}): ${this.#process.stderr.slice(-2_000)}`);
  }

  /** Waits for its end, however that comes. */
  async gone(): Promise<void> {
    await this.#process.ended();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#process[Symbol.asyncDispose]();
  }
}
