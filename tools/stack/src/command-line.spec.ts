import { describe, expect, it } from '@jest/globals';
import { readCommand } from './command-line.ts';
import { UsageError } from './ways.ts';

describe('readCommand', () => {
  it('has a default for everything but the command', () => {
    expect(readCommand(['up'])).toMatchObject({
      verb: 'up',
      servers: ['mongodb', 'kafka'],
      nodes: undefined,
      wipe: false,
      json: false,
      dataDir: expect.stringMatching(/\/\.stack$/),
    });
  });

  it('takes every option', () => {
    const argv = ['up', '--nodes', '3', '--only', 'kafka', '--data', '/d', '--json'];
    expect(readCommand(argv)).toMatchObject({
      nodes: 3,
      servers: ['kafka'],
      dataDir: '/d',
      json: true,
    });
  });

  it('asks for help before it complains', () => {
    expect(readCommand(['--help'])).toBe('help');
    expect(readCommand(['nonsense', '-h'])).toBe('help');
  });

  it.each([
    [[], 'say what to do: up, down, status'],
    [['start'], 'unknown command start'],
    [['up', 'down'], 'one command at a time'],
    [['up', '--nodes', '2'], '--nodes: must be 1 or 3; it is 2'],
    [['up', '--nodes'], '--nodes'],
    [['down', '--nodes', '3'], '--nodes is for up'],
    [['up', '--wipe'], '--wipe is for down'],
    [['up', '--only', 'redis'], '--only: must be one of mongodb, kafka; it is redis'],
    [['up', '--data', ''], '--data: must name a folder'],
    [['up', '--colour'], '--colour'],
  ])('refuses %j and says why', (argv, why) => {
    expect(() => readCommand(argv)).toThrow(UsageError);
    expect(() => readCommand(argv)).toThrow(why);
  });
});
