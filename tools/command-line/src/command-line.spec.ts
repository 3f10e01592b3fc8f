import { describe, expect, it } from '@jest/globals';
import { countOption, exitCodeOf, readArguments, UsageError } from './index.ts';

describe('readArguments', () => {
  it('names an option that there is not, in one sentence', () => {
    expect(() => readArguments({ args: ['--foo'], options: {} })).toThrow("Unknown option '--foo'");
    expect(() => readArguments({ args: ['--foo'], options: {} })).not.toThrow('positional');
  });

  it('says what is wrong with a value that begins with a hyphen', () => {
    const options = { pages: { type: 'string' } } as const;
    const read = () => readArguments({ args: ['--pages', '-5'], options });
    expect(read).toThrow('--pages: its value begins with a hyphen');
  });
});

describe('countOption', () => {
  it.each(['0', '-1', '1.5', 'nonsense', ''])('refuses %p and names the option', (text) => {
    expect(() => countOption('rounds', text)).toThrow('--rounds: must be a whole number');
  });

  it('takes the least', () => {
    expect(countOption('seed', '0', 0)).toBe(0);
  });
});

describe('exitCodeOf', () => {
  it('is 2 for wrong arguments', async () => {
    expect(await exitCodeOf(() => Promise.reject(new UsageError('no such part')))).toBe(2);
  });

  it('lets a bug through with its stack', async () => {
    await expect(exitCodeOf(() => Promise.reject(new TypeError('x')))).rejects.toThrow('x');
  });
});
