import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { existsSync, readdirSync } from 'node:fs';
import { bringUp } from './bring-up.ts';
import { processIdOf } from './process-id.ts';
import type { Runner } from './runner.ts';
import { type SetPlan, serverFolder } from './server-set.ts';
import { newState, writeState } from './server-state.ts';
import { setupOf } from './start-options.ts';

/** A node that only remembers whether it runs. */
class FakeRunner implements Runner {
  running = false;
  readonly log: string;
  constructor(log: string) {
    this.log = log;
  }
  launch = async () => void (this.running = true);
  kill = async () => void (this.running = false);
  terminate = async () => void (this.running = false);
  freeze = async () => undefined;
  thaw = async () => undefined;
  isRunning = async () => this.running;
  pid = async () => undefined;
  logTail = async () => this.log;
}

function planIn(dataDir: string | undefined, log: string) {
  const runners: FakeRunner[] = [];
  const setup = setupOf(dataDir === undefined ? {} : { dataDir });
  const plan: SetPlan = {
    server: 'mongodb',
    setup,
    create: async () =>
      newState({
        server: 'mongodb',
        way: 'artifacts',
        stackId: 'a',
        nodes: [{ name: 'mongodb-1', port: 20_000 + runners.length }],
      }),
    machinery: () => {
      const runner = new FakeRunner(log);
      runners.push(runner);
      return { before: [], runners: [runner], cleanUp: [], remove: async () => undefined };
    },
  };
  return { plan, runners, setup };
}

describe('bringUp', () => {
  it('tries other ports when somebody was faster on the first', async () => {
    await using folder = await temporaryFolder();
    const { plan, runners } = planIn(folder.path, 'Address already in use');
    const set = await bringUp(plan, async (opened) => {
      await opened.launch();
      if (runners.length < 3) throw new Error('not ready');
    });
    expect(set.state.nodes[0]?.port).toBe(20_002);
    expect(runners.map(({ running }) => running)).toEqual([false, false, true]);
    await set.stop();
    expect(runners.some(({ running }) => running)).toBe(false);
  });

  it('gives up at last, tells what the node wrote, and leaves nothing behind', async () => {
    const { plan, runners, setup } = planIn(undefined, 'Address already in use');
    const failing = bringUp(plan, async (opened) => {
      await opened.launch();
      throw new Error('not ready');
    });
    await expect(failing).rejects.toThrow(
      'MongoDB did not become ready: not ready\n' +
        '--- the end of the log of mongodb-1 ---\nAddress already in use',
    );
    expect(runners.map(({ running }) => running)).toEqual([false, false, false]);
    expect(existsSync(setup.dataDir)).toBe(false);
  });

  it('does not try again when something else is wrong', async () => {
    await using folder = await temporaryFolder();
    const { plan, runners } = planIn(folder.path, 'Permission denied');
    await expect(bringUp(plan, () => Promise.reject(new Error('x')))).rejects.toThrow('Permission');
    expect(runners).toHaveLength(1);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('keeps data that was there before, whatever goes wrong', async () => {
    await using folder = await temporaryFolder();
    const { plan } = planIn(folder.path, 'Address already in use');
    const set = await bringUp(plan, async (opened) => opened.markFormed());
    await set.stop();
    await expect(bringUp(plan, () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(readdirSync(folder.path)).toEqual(['mongodb']);
  });

  it('opens the same set again on the same folder', async () => {
    await using folder = await temporaryFolder();
    const { plan } = planIn(folder.path, '');
    const first = await bringUp(plan, async (opened) => opened.markFormed());
    await first.stop();
    const second = await bringUp(plan, async () => undefined);
    expect([second.fresh, second.state.formed]).toEqual([false, true]);
    expect(second.state.nodes).toEqual(first.state.nodes);
    await second.stop();
  });

  it('does not lay hands on servers that another command left running', async () => {
    await using folder = await temporaryFolder();
    const { plan, runners } = planIn(folder.path, '');
    const state = await plan.create(1);
    const self = processIdOf(process.pid);
    if (self !== undefined && state.nodes[0]) state.nodes[0].process = self;
    writeState(serverFolder(folder.path, 'mongodb'), state);
    await expect(bringUp(plan, async () => undefined)).rejects.toThrow('is running already');
    expect(runners).toEqual([]);
  });

  it('refuses another number of nodes than the folder has', async () => {
    await using folder = await temporaryFolder();
    const { plan } = planIn(folder.path, '');
    const set = await bringUp(plan, async () => undefined);
    await set.stop();
    const larger = { ...plan, setup: { ...plan.setup, nodes: 3 } };
    await expect(bringUp(larger, async () => undefined)).rejects.toThrow(
      /holds a set of 1, and 3 were asked for/,
    );
  });
});
