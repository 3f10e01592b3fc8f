import { fileURLToPath } from 'node:url';
import { type StartedProcess, startProcess } from '@mayfly/testing';
import type { ProcessTask } from './stream-process.ts';

/** A real process that publishes or consumes. */
export function streamProcess(name: string, task: ProcessTask): StartedProcess {
  return startProcess({
    name,
    file: fileURLToPath(new URL('./stream-process.ts', import.meta.url)),
    args: [JSON.stringify(task)],
  });
}

/** One message as a process says that it handled it. */
export interface Handled {
  readonly host: string;
  readonly number: number;
  readonly partition: number;
  readonly position: number;
}

/** What the processes handled, one after another. */
export function handledBy(lines: readonly string[]): readonly Handled[] {
  return lines.flatMap((line) => {
    const match = /^handled (\S+) (\d+) (\d+) (\d+)$/.exec(line);
    if (match === null) return [];
    const [, host = '', number, partition, position] = match;
    return {
      host,
      number: Number(number),
      partition: Number(partition),
      position: Number(position),
    };
  });
}

/** The rounds that a publisher got an answer for. */
export function acknowledged(lines: readonly string[]): readonly number[] {
  return lines.flatMap((line) => {
    const match = /^acked (\d+)$/.exec(line);
    return match === null ? [] : Number(match[1]);
  });
}

/** What is wrong with what one consumer after another handled. */
export interface Verdict {
  readonly lost: number;
  readonly outOfOrder: number;
  readonly repeated: number;
}

/**
 * Every acknowledged round must have been handled for every host by somebody. In the eyes of each consumer the
 * positions of a host rise, but for a step back to what it handled itself; and what stands at a higher position is
 * never older.
 */
export function judge(
  rounds: readonly number[],
  hosts: number,
  consumers: readonly (readonly Handled[])[],
): Verdict {
  const verdict = { lost: 0, outOfOrder: 0, repeated: 0 };
  for (let host = 0; host < hosts; host += 1) {
    const lives = consumers.map((handled) =>
      handled.filter((each) => each.host === hostName(host)),
    );
    const all = lives.flat();
    const numbers = new Set(all.map(({ number }) => number));
    const positions = new Set(all.map(({ position }) => position));
    verdict.lost += rounds.filter((round) => !numbers.has(round)).length;
    verdict.repeated += all.length - positions.size;
    for (const own of lives) verdict.outOfOrder += stepsBack(own);
    verdict.outOfOrder += decreasing(all);
  }
  return verdict;
}

function hostName(host: number): string {
  return `host-${host}.test`;
}

/** Positions below the newest that were never seen before: they were left out when their turn was. */
function stepsBack(own: readonly Handled[]): number {
  const seen = new Set<number>();
  let newest = -1;
  let back = 0;
  for (const { position } of own) {
    if (position < newest && !seen.has(position)) back += 1;
    seen.add(position);
    newest = Math.max(newest, position);
  }
  return back;
}

/** Numbers by position: a publisher whose answer was lost may say one again, but never an older one after it. */
function decreasing(own: readonly Handled[]): number {
  const byPosition = [...own].sort((a, b) => a.position - b.position);
  return byPosition.filter(({ number }, index) => {
    const before = byPosition[index - 1];
    return before !== undefined && number < before.number;
  }).length;
}
