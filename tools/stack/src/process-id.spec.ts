import { describe, expect, it } from '@jest/globals';
import { eventually } from '@mayfly/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { harmlessProcess } from '../test/harmless-process.ts';
import { isRunning, processIdOf, sendSignal } from './process-id.ts';

describe('processIdOf', () => {
  it('names a running process the same way each time', () => {
    expect(processIdOf(process.pid)).toEqual(processIdOf(process.pid));
    expect(processIdOf(process.pid)?.pid).toBe(process.pid);
  });

  it('knows no process that has ended', async () => {
    const { child, id } = harmlessProcess();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(processIdOf(id.pid)).toBeUndefined();
    expect(isRunning(id)).toBe(false);
  });

  it('takes the remains of a process that nobody waited for as ended', async () => {
    // The shell starts a child that reads until we end its input, and becomes a program that never
    // asks after children it does not know.
    const heir = `console.log('heir'); setTimeout(() => {}, 60_000)`;
    const script = `exec 3<&0; cat <&3 & echo $!; exec "$0" -e "${heir}" 3<&-`;
    const shell = spawn('sh', ['-c', script, process.execPath]);
    try {
      const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
      const remains = Number((await lines.next()).value);
      expect((await lines.next()).value).toBe('heir');
      expect(processIdOf(remains)).toBeDefined();
      shell.stdin.end();
      await eventually(() => processIdOf(remains) === undefined, { what: 'the child to end' });
      expect(() => process.kill(remains, 0)).not.toThrow();
    } finally {
      shell.kill('SIGKILL');
    }
  });
});

describe('sendSignal', () => {
  it('does not reach a process that only has the same number', async () => {
    const { child, id } = harmlessProcess();
    const stranger = { ...id, startedAt: 'before the last start' };
    expect(isRunning(stranger)).toBe(false);
    expect(sendSignal(stranger, 'SIGKILL')).toBe(false);
    expect(sendSignal(id, 'SIGKILL')).toBe(true);
    await once(child, 'exit');
  });
});
