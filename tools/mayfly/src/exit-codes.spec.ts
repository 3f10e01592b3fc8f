import { describe, expect, it } from '@jest/globals';
import { exitCodeOfVerb } from './exit-codes.ts';

const failed = (code: string) =>
  exitCodeOfVerb(() => Promise.reject(Object.assign(new Error(code), { code, syscall: 'write' })));

describe('exitCodeOfVerb', () => {
  it('is 1 where a disk is full, without a stack', async () => {
    expect(await failed('ENOSPC')).toBe(1);
  });

  it('lets a bug through with its stack', async () => {
    await expect(failed('EBADF')).rejects.toThrow('EBADF');
    await expect(exitCodeOfVerb(() => Promise.reject(new TypeError('x')))).rejects.toThrow('x');
  });
});
