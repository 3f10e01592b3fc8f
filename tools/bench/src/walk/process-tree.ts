import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second for everyone who reads /proc, whatever its own clock does. */
const TICKS_PER_SECOND = 100;
const FIRST_FIELD = 3;
const CHILDREN_USER_FIELD = 16;
const CHILDREN_SYSTEM_FIELD = 17;

/**
 * Processor time of all children of this process that have ended, theirs included. The kernel adds it up when a child
 * is gone, so nothing between the first instruction and the last is missed, and all contenders are measured alike.
 */
export function endedChildrenCpuSeconds(): number {
  return childrenCpuSeconds(readFileSync('/proc/self/stat', 'latin1'));
}

/** The same out of the text of a stat file. */
export function childrenCpuSeconds(stat: string): number {
  // The program's name may have spaces and brackets in it; the fields after it have not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = [CHILDREN_USER_FIELD, CHILDREN_SYSTEM_FIELD].map((field) =>
    Number(fields[field - FIRST_FIELD]),
  );
  return (ticks[0]! + ticks[1]!) / TICKS_PER_SECOND;
}

/** The most memory that a process and those below it ever had resident, summed over those that live now; in MB. */
export function peakMbOfTree(pid: number): number {
  const own = highWaterMb(read(`/proc/${pid}/status`));
  return childrenOf(pid).reduce((sum, child) => sum + peakMbOfTree(child), own);
}

/** The high-water mark in a status file; 0 where the process is gone or going. */
export function highWaterMb(status: string): number {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes) / 1_024;
}

function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** A process may end between two looks; then there is nothing to read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
