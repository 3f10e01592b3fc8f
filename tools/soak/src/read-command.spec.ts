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

  it('reads for how many seconds, and the engines of the frontier', () => {
    expect(readCommand(['politeness', '--seconds', '3', '--engine', 'mongodb'])).toMatchObject({
      ...{ soak: { name: 'politeness', lasts: 'seconds' }, seconds: 3, engine: 'mongodb' },
    });
    expect(readCommand(['politeness'])).toMatchObject({ seconds: 60, engine: undefined });
    expect(readCommand(['frontier', '--engine', 'replicas'])).toMatchObject({ engine: 'replicas' });
  });

  it.each([
    {
      args: [],
      says: 'name a soak; there are store, stream, fetcher, walk, frontier, politeness, memory',
    },
    {
      args: ['--rounds', '3'],
      says: 'name a soak; there are store, stream, fetcher, walk, frontier, politeness, memory',
    },
    {
      args: ['disk'],
      says: 'no soak called disk; there are store, stream, fetcher, walk, frontier, politeness, memory',
    },
    { args: ['store', 'extra'], says: 'one soak at a time; extra is too much' },
    { args: ['store', '--rounds', '0'], says: '--rounds: must be a whole number' },
    { args: ['memory', '--minutes', '0'], says: '--minutes: must be a whole number' },
    { args: ['politeness', '--seconds', '0'], says: '--seconds: must be a whole number' },
    { args: ['walk', '--engine', 'x'], says: '--engine: walk has embedded, cluster; it is x' },
    { args: ['store', '--engine', 'x'], says: '--engine: store has none to choose from; it is x' },
    { args: ['store', '--round', '1'], says: "Unknown option '--round'" },
  ])('refuses $args', ({ args, says }) => {
    expect(() => readCommand(args)).toThrow(says);
  });
});
