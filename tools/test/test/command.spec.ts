import { describe, expect, it } from '@jest/globals';
import { runTest } from './test-command.ts';

const NONE = { MAYFLY_STACK: 'none' };
const ON_MONGO = ['engines', '--only', 'libs/store/test/blobs'];

describe('npm test', () => {
  it('runs the files asked for, says how many cases passed, and starts no server for them', async () => {
    const { code, output } = await runTest(['unit', '--only', 'tools/command-line/']);
    expect(output).toMatch(/^\d+ passed, 0 failed, 0 skipped$/m);
    expect(output).not.toContain('— servers');
    expect(code).toBe(0);
  });

  it('says in a box what did not run where no server can be had, and runs the rest', async () => {
    const { code, output } = await runTest(ON_MONGO, NONE);
    expect(output).toContain('store on lmdb');
    expect(output).toContain('DID NOT RUN: *.mongodb.spec.ts (1 file)');
    expect(output).toContain('switched off by MAYFLY_STACK=none');
    expect(code).toBe(0);
  });

  it('fails with CI=true when something did not run', async () => {
    const { code, output } = await runTest(['engines', '--only', 'scans.mongodb'], {
      ...NONE,
      CI: 'true',
    });
    expect([code, output]).toEqual([1, expect.stringContaining('DID NOT RUN')]);
  });

  it('fails when a server was given and nothing answers there', async () => {
    const { code, output } = await runTest(ON_MONGO, {
      MAYFLY_MONGO_URL: 'mongodb://127.0.0.1:1/',
    });
    expect(output).toContain('MAYFLY_MONGO_URL is set, but no server can be used there');
    expect(output).not.toContain('passed');
    expect(code).toBe(3);
  });

  it.each([
    { args: ['unit', '--only', '('], says: 'must be a regular expression' },
    { args: ['unit', '--only', 'no/such/file'], says: 'no test file of unit matches no/such/file' },
  ])('ends with 2 for $args', async ({ args, says }) => {
    const { code, output } = await runTest(args);
    expect([code, output]).toEqual([2, expect.stringContaining(says)]);
  });
});
