import { describe, expect, it } from '@jest/globals';
import { readCommand } from './read-command.ts';

describe('readCommand', () => {
  it('reads a bench and its own options', () => {
    expect(readCommand(['engines', '--engine', 'lmdb', '--json'])).toMatchObject({
      bench: { name: 'engines' },
      values: { engine: ['lmdb'], seconds: '6' },
      json: true,
    });
  });

  it('reads what a walk is told', () => {
    expect(
      readCommand(['walk', '--pages', '300', '--only', 'ours', '--only', 'colly']),
    ).toMatchObject({
      bench: { name: 'walk' },
      values: { pages: '300', rounds: '2', only: ['ours', 'colly'] },
    });
  });

  it.each([['--help'], ['engines', '--help']])('helps with %s %s', (...args) => {
    expect(readCommand(args)).toBe('help');
  });

  it.each([
    { args: [], says: 'name a bench; there are engines' },
    { args: ['--engine', 'lmdb'], says: 'name a bench before --engine; there are engines' },
    { args: ['disk'], says: 'no bench called disk; there are engines' },
    { args: ['engines', '--engin', 'lmdb'], says: "Unknown option '--engin'" },
    { args: ['engines', 'extra'], says: "Unexpected argument 'extra'" },
  ])('refuses $args', ({ args, says }) => {
    expect(() => readCommand(args)).toThrow(says);
  });
});
