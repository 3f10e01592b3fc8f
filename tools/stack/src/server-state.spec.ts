import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newState, readState, writeState } from './server-state.ts';

const state = newState({
  server: 'mongodb',
  way: 'artifacts',
  stackId: 'abc',
  nodes: [{ name: 'mongodb-1', port: 20_001 }],
});

describe('server state', () => {
  it('is read as it was written, and leaves no draft', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'mongodb');
    writeState(path, state);
    expect(readState(path)).toEqual(state);
    expect(readdirSync(path)).toEqual(['server.json']);
  });

  it('is undefined where there is no server', async () => {
    await using folder = await temporaryFolder();
    expect(readState(folder.path)).toBeUndefined();
  });

  it('is refused when another version wrote it', async () => {
    await using folder = await temporaryFolder();
    writeFileSync(join(folder.path, 'server.json'), '{"format":99}');
    expect(() => readState(folder.path)).toThrow('another version');
  });
});
