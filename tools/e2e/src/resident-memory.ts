import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Whether this machine tells how much memory a process has. */
export const canMeasureMemory = () => existsSync('/proc/self/status');

/** Resident memory of a process in bytes; undefined when it has ended. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
}

/** How the memory of a process went. */
export interface Growth {
  /** Means, in bytes. */
  readonly middle: number;
  readonly last: number;
  /** Last ÷ middle. */
  readonly ratio: number;
}

/** Compares the last third of the samples with the third before: what grows without end grows in both. */
export function growthOf(samples: readonly number[]): Growth {
  const third = Math.floor(samples.length / 3);
  if (third === 0) throw new Error('three samples are the least');
  const middle = mean(samples.slice(third, 2 * third));
  const last = mean(samples.slice(2 * third));
  return { middle, last, ratio: last / middle };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}
