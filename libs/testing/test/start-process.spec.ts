import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { eventually, startProcess } from '../src/index.ts';

// Real processes on a busy machine take their time.

function program(name: string): string {
  return fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url));
}

function startTalker(env: Record<string, string> = {}) {
  return startProcess({ name: 'talker', file: program('talker'), args: ['a', 'b'], env });
}

/** As the kernel sees it: R, S, T for stopped …; empty when there is none, or only its remains. */
function stateOf(pid: number): string {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim().replace(/^Z.*/, '').slice(0, 1);
}

function isAlive(pid: number): boolean {
  return stateOf(pid) !== '';
}

describe('startProcess', () => {
  it('gives the child its arguments and no more of our environment than PATH and where compiled code is', async () => {
    await using talker = startTalker({ FRONTIER_PORT: '1', NODE_COMPILE_CACHE: '' });
    await talker.waitForLine('ready');
    expect(talker.lines).toContain('environment ["FRONTIER_PORT","NODE_COMPILE_CACHE","PATH"]');
    expect(talker.lines).toContain('arguments a,b');
  });

  it('keeps standard output and standard error together, and apart', async () => {
    await using talker = startTalker();
    await talker.waitForLine('ready');
    await talker.waitForLine(/^to standard error$/);
    expect(talker.output).toContain('to standard error\n');
    expect(talker.stderr).toBe('to standard error\n');
    expect(talker.stdout).toContain('ready');
    expect(talker.stdout).not.toContain('to standard error');
  });

  it('runs the node that runs the tests', async () => {
    await using asked = startProcess({ name: 'version', file: '-p', args: ['process.version'] });
    await asked.exited;
    expect(asked.output).toBe(`${process.version}\n`);
  });

  it('refuses a folder that is not there', () => {
    expect(() =>
      startProcess({ name: 'lost', file: program('talker'), cwd: '/nowhere/at/all' }),
    ).toThrow('lost could not be started');
  });

  it('dies with its parent even when frozen or blocked, also when that is killed', async () => {
    await using parent = startProcess({ name: 'parent', file: program('parent') });
    await parent.waitForLine('all started');
    const pids = parent.lines
      .filter((line) => line.startsWith('child '))
      .map((line) => Number(line.slice('child '.length)));
    expect(pids.map(isAlive)).toEqual([true, true]);
    await parent.kill9();
    await eventually(() => !pids.some(isAlive), { what: 'the children to die' });
  });
});

describe('StartedProcess', () => {
  it('waits for a line that comes later, and can skip those it has seen', async () => {
    await using talker = startTalker();
    const first = await talker.waitForLine(/^tick \d+$/);
    const later = await talker.waitForLine(/^tick \d+$/, { from: talker.lines.length });
    expect(first).toBe('tick 1');
    expect(later).not.toBe('tick 1');
  });

  it('shows the end of the output when a line does not come', async () => {
    await using talker = startTalker();
    await talker.waitForLine('ready');
    await expect(talker.waitForLine('never', { withinMs: 20 })).rejects.toThrow(
      /talker printed no line like never within 20 ms[^]*ready/,
    );
  });

  it('does not wait for a line of a process that has ended', async () => {
    await using asked = startProcess({ name: 'short', file: '-p', args: ['1'] });
    await expect(asked.waitForLine('never', { withinMs: 600_000 })).rejects.toThrow(
      /short ended without[^]*1/,
    );
  });

  it('stops by a signal and says how it ended', async () => {
    await using talker = startTalker();
    await talker.waitForLine('ready');
    expect(await talker.stop()).toEqual({ code: 7, signal: null });
    expect(talker.lines.at(-1)).toBe('goodbye');
  });

  it('kills what does not stop, and calls it a failure', async () => {
    await using deaf = startProcess({ name: 'deaf', file: program('deaf') });
    await deaf.waitForLine('deaf');
    await expect(deaf.stop('SIGTERM', { withinMs: 50 })).rejects.toThrow(
      /deaf did not end within 50 ms after SIGTERM/,
    );
    expect(isAlive(deaf.pid)).toBe(false);
  });

  it('pulls the plug', async () => {
    await using talker = startTalker();
    await talker.waitForLine('ready');
    expect(await talker.kill9()).toEqual({ code: null, signal: 'SIGKILL' });
    expect(talker.output).not.toContain('goodbye');
  });

  it('freezes and thaws', async () => {
    await using talker = startTalker();
    await talker.waitForLine('tick 1');
    talker.freeze();
    await eventually(() => stateOf(talker.pid) === 'T', { what: 'the kernel to stop it' });
    const seen = talker.lines.length;
    talker.thaw();
    await talker.waitForLine(/tick/, { from: seen + 1 });
  });

  it('may be told to stop after it has ended', async () => {
    await using talker = startTalker();
    await talker.kill9();
    expect(await talker.stop()).toEqual({ code: null, signal: 'SIGKILL' });
  });
});
