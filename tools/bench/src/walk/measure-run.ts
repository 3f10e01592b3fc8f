import { setTimeout as delay } from 'node:timers/promises';
import type { Run } from './compare-runs.ts';
import type { Contender } from './contender.ts';
import { type Cores, PinnedProcess } from './pinned-process.ts';
import { endedChildrenCpuSeconds, peakMbOfTree } from './process-tree.ts';
import { readResult } from './result-line.ts';
import { startWeb, type WebShape } from './web-process.ts';

const LOOK_EVERY_MS = 50;
const LIMIT_MS = 600_000;

/** One walk of one contender through a fresh web, measured from outside. */
export async function measureRun(
  contender: Contender,
  shape: WebShape,
  cores: Cores,
): Promise<Run> {
  await using web = await startWeb(shape, cores.web);
  const startMs = performance.now();
  const startCpuSeconds = endedChildrenCpuSeconds();
  const program = contender.programFor({ ...shape, seed: web.seed });
  await using walker = new PinnedProcess(program, cores.contender);
  const peakMb = await watch(walker, contender.name);
  return {
    contender: contender.name,
    cpuSeconds: endedChildrenCpuSeconds() - startCpuSeconds,
    peakMb,
    wallSeconds: (performance.now() - startMs) / 1_000,
    result: readResult(walker.stdout),
    web: await web.counts(),
  };
}

/** Waits for its end and gives the most memory it had; the mark only rises, so the last look is close to the truth. */
async function watch(walker: PinnedProcess, name: string): Promise<number> {
  const deadlineMs = performance.now() + LIMIT_MS;
  let peakMb = 0;
  while (!walker.hasEnded) {
    if (performance.now() > deadlineMs) {
      throw new Error(`${name} did not end within ${LIMIT_MS / 1_000} s`);
    }
    peakMb = Math.max(peakMb, peakMbOfTree(walker.pid));
    await delay(LOOK_EVERY_MS);
  }
  const end = await walker.ended();
  if (end !== 0) throw new Error(`${name} ended with ${end}:\n${walker.stderr}${walker.stdout}`);
  return peakMb;
}
