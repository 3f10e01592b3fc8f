import { fileURLToPath } from 'node:url';
import type { ParseArgsOptionsConfig } from 'node:util';
import { countOption } from '@mayfly/command-line';
import type { Figure } from '../figure.ts';
import { median } from '../walk/compare-runs.ts';
import { findCores, PinnedProcess } from '../walk/pinned-process.ts';
import { readSchedulerResult, type SchedulerResult } from './scheduler-result.ts';

export const SCHEDULER_OPTIONS = {
  sources: { type: 'string', default: '1000000' },
  hosts: { type: 'string', default: '50000' },
  plans: { type: 'string', default: '9' },
  decisions: { type: 'string', default: '100000' },
} as const satisfies ParseArgsOptionsConfig;

const MAIN = fileURLToPath(new URL('scheduler-main.ts', import.meta.url));

/** Time of a plan and of a decision, and memory, of the default policy alone in a process on one core. */
export async function benchScheduler(
  values: Readonly<Record<string, unknown>>,
  say: (line: string) => void,
): Promise<Figure[]> {
  const asked = ['sources', 'hosts', 'plans', 'decisions'].map((name) =>
    countOption(name, values[name]),
  );
  const { contender } = await findCores(say);
  const [sources, hosts] = asked as [number, number];
  say(`${sources} sources on ${hosts} hosts: learning, planning, deciding`);
  const { planSeconds, bytesPerSource, decisionUs } = await measure(asked, contender);
  say(`plans took ${planSeconds.map((each) => each.toFixed(2)).join(', ')} s of processor time`);
  const figure = (name: string, value: number, unit: string): Figure => ({
    ...{ bench: 'scheduler', figure: name, value, unit },
    about: { sources },
  });
  return [
    figure('plan_seconds', median(planSeconds), 's'),
    figure('bytes_per_source', bytesPerSource, 'bytes'),
    figure('decision_us', decisionUs, 'µs'),
  ];
}

async function measure(
  args: readonly number[],
  core: number | undefined,
): Promise<SchedulerResult> {
  const words = ['--expose-gc', '--max-semi-space-size=64', MAIN, ...args.map(String)];
  await using planner = new PinnedProcess({ program: process.execPath, args: words }, core);
  const end = await planner.ended();
  const result = readSchedulerResult(planner.stdout);
  if (end === 0 && result !== undefined) return result;
  throw new Error(`the policy ended with ${end}: ${planner.stderr}`);
}
