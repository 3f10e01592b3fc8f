import { readFile } from 'node:fs/promises';

/** The most memory that a process ever had, in MB; undefined where the kernel does not say. */
export async function peakMemoryMb(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1_024);
}
