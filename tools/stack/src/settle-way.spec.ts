import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { serverFolder } from './server-set.ts';
import { newState, writeState } from './server-state.ts';
import { settleWay } from './settle-way.ts';
import { setupOf } from './start-options.ts';

function makeFolder(dataDir: string): void {
  const state = newState({ server: 'kafka', way: 'docker', stackId: 'a', nodes: [] });
  writeState(serverFolder(dataDir, 'kafka'), state);
}

describe('settleWay', () => {
  it('stays with the way that made the data', async () => {
    await using folder = await temporaryFolder();
    makeFolder(folder.path);
    const setup = setupOf({ dataDir: folder.path, env: {} });
    expect(settleWay('kafka', setup).env.MAYFLY_STACK).toBe('docker');
    expect(settleWay('mongodb', setup).env.MAYFLY_STACK).toBeUndefined();
  });

  it('refuses another way on the same data', async () => {
    await using folder = await temporaryFolder();
    makeFolder(folder.path);
    const setup = setupOf({ dataDir: folder.path, env: { MAYFLY_STACK: 'artifacts' } });
    expect(() => settleWay('kafka', setup)).toThrow('was made with docker');
  });
});
