import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { setupOf } from './start-options.ts';

describe('setupOf', () => {
  it('names a temporary folder of its own for each, and makes none before it is needed', () => {
    const [one, two] = [setupOf({}), setupOf({})];
    expect(one.temporary).toBe(true);
    expect(one.dataDir).not.toBe(two.dataDir);
    expect(existsSync(one.dataDir)).toBe(false);
  });

  it('allows only the way that is asked for', () => {
    expect(setupOf({ way: 'docker', env: { MAYFLY_STACK: 'none' } }).env.MAYFLY_STACK).toBe(
      'docker',
    );
  });

  it('refuses a number of nodes that has no use', () => {
    expect(() => setupOf({ nodes: 2 })).toThrow('nodes: must be 1 or 3; it is 2');
  });

  it('refuses to leave a server behind in a folder that nobody will find', () => {
    expect(() => setupOf({ outlive: true })).toThrow('needs a data folder');
  });
});
