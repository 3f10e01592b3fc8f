import { describe, expect, it } from '@jest/globals';
import { readCommand } from './read-command.ts';

describe('readCommand', () => {
  it('reads a soak and its options', () => {
    expect(readCommand(['store', '--rounds', '3', '--seed', '0', '--json'])).toMatchObject({
      soak: { name: 'store' },
      rounds: 3,
      seed: 0,
      json: true,
    });
  });

  it.each([
    { args: [], says: 'name a soak; there are store, stream' },
    { args: ['--rounds', '3'], says: 'name a soak; there are store, stream' },
    { args: ['disk'], says: 'no soak called disk; there are store, stream' },
    { args: ['store', 'extra'], says: 'one soak at a time; extra is too much' },
    { args: ['store', '--rounds', '0'], says: '--rounds: must be a whole number' },
    { args: ['store', '--round', '1'], says: "Unknown option '--round'" },
  ])('refuses $args', ({ args, says }) => {
    expect(() => readCommand(args)).toThrow(says);
  });
});
