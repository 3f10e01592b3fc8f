import { describe, expect, it } from '@jest/globals';
import { eventually, temporaryFolder } from '@mayfly/testing';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessId } from './process-id.ts';
import { type ProcessPlan, ProcessRunner } from './process-runner.ts';
import { Reaper } from './reaper.ts';

const STAYS = `console.log('up'); setInterval(() => {}, 1000);`;
const STAYS_ON = `process.on('SIGTERM', () => console.log('no')); ${STAYS}`;

/** Never dismissed: should a test fail half way, its processes end with the test run all the same. */
const reaper = new Reaper(process.env);

function runnerOf(folder: string, script: string, more: Partial<ProcessPlan> = {}) {
  const events: string[] = [];
  const started: ProcessId[] = [];
  const runner = new ProcessRunner({
    name: 'thing-1',
    program: process.execPath,
    args: ['-e', script],
    env: process.env,
    logFile: join(folder, 'thing-1', 'log'),
    earlier: undefined,
    watch: {
      started: (id) => {
        reaper.tell({ type: 'watch', id });
        started.push(id);
        events.push('started');
      },
      ended: () => void events.push('ended'),
    },
    ...more,
  });
  const untilUp = () =>
    eventually(async () => (await runner.logTail()).includes('up'), { what: 'the first line' });
  return { runner, events, started, untilUp };
}

/** The kernel's letter for what a process does; T is stopped. */
function stateOf(pid: number | undefined): string | undefined {
  if (process.platform !== 'linux') {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })[0];
  }
  return /State:\s+(\S)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
}

describe('ProcessRunner', () => {
  it('launches once, writes a log, and starts again after a kill', async () => {
    await using folder = await temporaryFolder();
    const { runner, events, untilUp } = runnerOf(folder.path, STAYS);
    await runner.launch();
    await untilUp();
    const first = await runner.pid();
    await runner.launch();
    expect(await runner.pid()).toBe(first);
    await runner.kill();
    expect([await runner.isRunning(), await runner.pid()]).toEqual([false, undefined]);
    await runner.launch();
    expect(await runner.pid()).not.toBe(first);
    await runner.kill();
    expect(events).toEqual(['started', 'ended', 'started', 'ended']);
  });

  it('freezes and thaws', async () => {
    await using folder = await temporaryFolder();
    const { runner, untilUp } = runnerOf(folder.path, STAYS);
    await runner.launch();
    await untilUp();
    const state = async () => stateOf(await runner.pid());
    await runner.freeze();
    await eventually(async () => (await state()) === 'T', { what: 'it to freeze' });
    await runner.thaw();
    await eventually(async () => (await state()) !== 'T', { what: 'it to thaw' });
    await runner.kill();
  });

  it('ends a frozen process in good order', async () => {
    await using folder = await temporaryFolder();
    const script = `process.on('SIGTERM', () => { console.log('bye'); process.exit(); }); ${STAYS}`;
    const { runner, untilUp } = runnerOf(folder.path, script);
    await runner.launch();
    await untilUp();
    await runner.freeze();
    await runner.terminate();
    expect(await runner.logTail()).toBe('up\nbye');
  });

  it('kills one that does not end when asked', async () => {
    await using folder = await temporaryFolder();
    const { runner, untilUp } = runnerOf(folder.path, STAYS_ON, { stopLimitMs: 3_000 });
    await runner.launch();
    await untilUp();
    await runner.terminate();
    expect(await runner.isRunning()).toBe(false);
    expect(await runner.logTail()).toBe('up\nno');
  });

  it('takes over one that an earlier command started', async () => {
    await using folder = await temporaryFolder();
    const first = runnerOf(folder.path, STAYS);
    await first.runner.launch();
    const later = runnerOf(folder.path, STAYS, { earlier: first.started[0] });
    await later.runner.launch();
    expect(later.events).toEqual([]);
    expect(await later.runner.pid()).toBe(await first.runner.pid());
    await later.runner.kill();
    expect(await first.runner.isRunning()).toBe(false);
  });

  it('says which program is not there', async () => {
    await using folder = await temporaryFolder();
    const { runner } = runnerOf(folder.path, STAYS, { program: '/nowhere/mongod' });
    await expect(runner.launch()).rejects.toThrow('/nowhere/mongod');
  });
});
