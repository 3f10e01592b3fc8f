import { describe, expect, it } from '@jest/globals';
import { PinnedProcess } from './pinned-process.ts';

const run = (script: string) =>
  new PinnedProcess({ program: process.execPath, args: ['-e', script] }, undefined);

describe('PinnedProcess', () => {
  it('keeps what was printed, and the end', async () => {
    await using child = run('console.log("out"); console.error("err"); process.exitCode = 4');
    expect(await child.ended()).toBe(4);
    expect([child.stdout, child.stderr]).toEqual(['out\n', 'err\n']);
  });

  it('is gone with its block', async () => {
    const child = run('setInterval(() => {}, 1_000)');
    expect(child.hasEnded).toBe(false);
    await child[Symbol.asyncDispose]();
    expect(await child.ended()).toBe('SIGKILL');
  });

  it('says that a program is not there', () => {
    const nothing = { program: 'no-such-program', args: [] };
    expect(() => new PinnedProcess(nothing, undefined)).toThrow('no-such-program');
  });
});
