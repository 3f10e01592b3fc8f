import { type ChildProcess, spawn } from 'node:child_process';
import { diesWithUs } from '@mayfly/testing';
import { type ProcessId, processIdOf } from '../src/process-id.ts';

/** A process that does nothing for a minute, in place of a server. */
export function harmlessProcess(): { child: ChildProcess; id: ProcessId } {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], {
    detached: true,
    stdio: 'ignore',
  });
  diesWithUs(child);
  const id = child.pid === undefined ? undefined : processIdOf(child.pid);
  if (id === undefined) throw new Error('the harmless process did not start');
  return { child, id };
}
