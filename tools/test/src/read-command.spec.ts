import { describe, expect, it } from '@jest/globals';
import { readCommand } from './read-command.ts';

const partsOf = (...args: string[]): string[] => {
  const command = readCommand(args);
  return command === 'help' ? ['help'] : command.parts.map((part) => part.name);
};

describe('readCommand', () => {
  it('takes all parts when none is named', () => {
    expect(partsOf()).toEqual([
      'verify',
      'unit',
      'engines',
      'services',
      'walk',
      'contracts',
      'soaks',
    ]);
  });

  it('keeps its own order, the cheap parts first', () => {
    expect(partsOf('engines', 'unit')).toEqual(['unit', 'engines']);
  });

  it('leaves the static gate out where files were asked for, unless it is named too', () => {
    expect(partsOf('--only', 'libs/url')).toEqual([
      'unit',
      'engines',
      'services',
      'walk',
      'contracts',
      'soaks',
    ]);
    expect(partsOf('verify', 'unit', '--only', 'libs/url')).toEqual(['verify', 'unit']);
  });

  it.each([
    { args: ['everything'], says: 'no part called everything; there are verify, unit' },
    { args: ['unit', '--only', '('], says: '--only: must be a regular expression; it is (' },
    { args: ['unit', '--only', ''], says: '--only: must not be empty' },
    { args: ['verify', '--only', 'zzz'], says: '--only: is for test files, and verify has none' },
    { args: ['unit', '--onyl', 'x'], says: "Unknown option '--onyl'" },
  ])('refuses $args', ({ args, says }) => {
    expect(() => readCommand(args)).toThrow(says);
  });

  it('helps before anything else', () => {
    expect(partsOf('--help')).toEqual(['help']);
  });
});
