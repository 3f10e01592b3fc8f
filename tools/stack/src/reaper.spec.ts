import { describe, expect, it } from '@jest/globals';
import { eventually, startProcess, temporaryFolder } from '@mayfly/testing';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRunning, type ProcessId, processIdOf, sendSignal } from './process-id.ts';

const file = fileURLToPath(new URL('../test/programs/guarded-parent.ts', import.meta.url));

async function startParent(mode: string, folder: string) {
  mkdirSync(folder);
  const parent = startProcess({ name: 'parent', file, args: [mode, folder] });
  const line = await parent.waitForLine('startedAt');
  const { reaper, ...child } = JSON.parse(line) as ProcessId & { reaper: number };
  return { parent, child, reaper };
}

describe('Reaper', () => {
  it.each(['watch', 'freeze'])(
    'ends what was started and removes its folder when the starter is killed (%s)',
    async (mode) => {
      await using base = await temporaryFolder();
      const folder = join(base.path, 'data');
      const { parent, child } = await startParent(mode, folder);
      expect(isRunning(child)).toBe(true);
      await parent.kill9();
      await eventually(() => !isRunning(child), { what: 'the child to end' });
      await eventually(() => !existsSync(folder), { what: 'the folder to go' });
      expect(existsSync(`${folder}.ran`)).toBe(true);
    },
  );

  it('does so too when the starter just ends', async () => {
    await using base = await temporaryFolder();
    const { parent, child } = await startParent('watch', join(base.path, 'data'));
    await parent.stop('SIGTERM');
    await eventually(() => !isRunning(child), { what: 'the child to end' });
  });

  it.each([
    ['forget', 'was told to forget'],
    ['stranger', 'only shares its number with the one that was meant'],
  ])('leaves alone a process that it %s (%s)', async (mode) => {
    await using base = await temporaryFolder();
    const folder = join(base.path, 'data');
    const { parent, child } = await startParent(mode, folder);
    await parent.kill9();
    // The folder goes last: when it is gone, all that was to be killed has been.
    await eventually(() => !existsSync(folder), { what: 'the folder to go' });
    expect(sendSignal(child, 'SIGKILL')).toBe(true);
  });

  it('does nothing once it is dismissed', async () => {
    await using base = await temporaryFolder();
    const folder = join(base.path, 'data');
    const { parent, child, reaper } = await startParent('dismiss', folder);
    expect((await parent.exited).code).toBe(0);
    await eventually(() => processIdOf(reaper) === undefined, { what: 'the reaper to end' });
    expect([existsSync(folder), existsSync(`${folder}.ran`)]).toEqual([true, false]);
    expect(sendSignal(child, 'SIGKILL')).toBe(true);
  });
});
