import { fileURLToPath } from 'node:url';
import { eventually } from '@mayfly/testing';
import type { WebCounts } from './compare-runs.ts';
import { PinnedProcess } from './pinned-process.ts';

const MAIN = fileURLToPath(new URL('../../../demo-world/src/bench-web-main.ts', import.meta.url));
const START_WITHIN_MS = 60_000;

/** How large the web is. */
export interface WebShape {
  readonly pages: number;
  readonly hosts: number;
  /** One page in so many comes packed; none where it is not said. */
  readonly packedEvery?: number;
}

/** A web that nobody has walked through yet. */
export interface WebProcess extends AsyncDisposable {
  readonly seed: string;
  counts(): Promise<WebCounts>;
}

/** Starts the web in a process of its own. */
export async function startWeb(shape: WebShape, core: number | undefined): Promise<WebProcess> {
  const args = [MAIN, '--pages', String(shape.pages), '--hosts', String(shape.hosts)];
  if (shape.packedEvery !== undefined) args.push('--packed-every', String(shape.packedEvery));
  const web = new PinnedProcess({ program: process.execPath, args }, core);
  const what = 'the web says where it is';
  const saysSomething = () => web.hasEnded || web.stdout.includes('\n');
  await eventually(saysSomething, { what, withinMs: START_WITHIN_MS });
  if (web.hasEnded) throw new Error(`the web did not start: ${web.stderr}`);
  const { seed } = JSON.parse(web.stdout) as { seed: string };
  return {
    seed,
    counts: async () => {
      const answer = await fetch(new URL('/counts', seed));
      return (await answer.json()) as WebCounts;
    },
    [Symbol.asyncDispose]: () => web[Symbol.asyncDispose](),
  };
}
