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

  it('reads how long, and on which engine', () => {
    expect(readCommand(['memory', '--minutes', '3', '--engine', 'cluster'])).toMatchObject({
      ...{ soak: { name: 'memory', lasts: 'minutes' }, minutes: 3, engine: 'cluster' },
    });
  });

  it.each([
    { args: [], says: 'name a soak; there are store, stream, fetcher, walk, memory' },
    {
      args: ['--rounds', '3'],
      says: 'name a soak; there are store, stream, fetcher, walk, memory',
    },
    { args: ['disk'], says: 'no soak called disk; there are store, stream, fetcher, walk, memory' },
    { args: ['store', 'extra'], says: 'one soak at a time; extra is too much' },
    { args: ['store', '--rounds', '0'], says: '--rounds: must be a whole number' },
    { args: ['memory', '--minutes', '0'], says: '--minutes: must be a whole number' },
    { args: ['walk', '--engine', 'x'], says: '--engine: walk has embedded, cluster; it is x' },
    { args: ['store', '--engine', 'x'], says: '--engine: store has none to choose from; it is x' },
    { args: ['store', '--round', '1'], says: "Unknown option '--round'" },
  ])('refuses $args', ({ args, says }) => {
    expect(() => readCommand(args)).toThrow(says);
  });
});
