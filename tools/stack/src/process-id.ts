import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessId {
  readonly pid: number;
  /** When it began, in words that only serve to be compared. */
  readonly startedAt: string;
}

/** Names the process with this number; undefined if there is none, or only the remains of one nobody waited for. */
export function processIdOf(pid: number): ProcessId | undefined {
  const startedAt = process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isRunning(id: ProcessId): boolean {
  return processIdOf(id.pid)?.startedAt === id.startedAt;
}

/** Sends a signal to exactly this process; false when it is gone. */
export function sendSignal(id: ProcessId, signal: NodeJS.Signals): boolean {
  if (!isRunning(id)) return false;
  try {
    process.kill(id.pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

function startFromProc(pid: number): string | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name stands in brackets and may hold anything, so the fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, threads, startTicks] = [fields[0], Number(fields[17]), fields[19]];
  if (startTicks === undefined || state === 'X') return undefined;
  // The first thread is gone before the others, and they hold the ports until they are gone too.
  if (state === 'Z' && threads <= 1) return undefined;
  // Ticks count from the machine's start, so they say nothing without knowing which start.
  return `${textOf('/proc/sys/kernel/random/boot_id')?.trim() ?? 'boot'}/${startTicks}`;
}

function startFromPs(pid: number): string | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const [state = '', ...start] = line.split(/\s+/);
    return line === '' || state.startsWith('Z') ? undefined : start.join(' ');
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
