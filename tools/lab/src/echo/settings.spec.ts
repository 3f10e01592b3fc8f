import { describe, expect, it } from '@jest/globals';
import { readCommand } from '../read-command.ts';
import { cellsOf, readSettings, spoken } from './settings.ts';

const USUAL = {
  rate: '0.05,0.1,0.2',
  seeds: '4',
  feedback: 'all',
  'log-period': '1h',
  history: '7',
};

describe('readSettings', () => {
  it('is the whole table of the paper unless said', () => {
    const cells = cellsOf(readSettings(USUAL));
    expect(cells).toHaveLength(8 * 3 * 4);
    expect(cells[0]).toMatchObject({ rate: 0.05, seed: 1, logPeriodSeconds: 3_600, history: 7 });
  });

  it('reads lists, and times with a unit', () => {
    const settings = readSettings({
      ...USUAL,
      'log-period': '90,12h,1w',
      history: '3,10',
      policy: 'bfs,mayfly',
    });
    expect(settings).toMatchObject({
      logPeriods: [90, 43_200, 604_800],
      histories: [3, 10],
      policies: ['bfs', 'mayfly'],
    });
  });

  it.each([
    [{ rate: '0' }, '--rate'],
    [{ rate: '0.1,' }, '--rate'],
    [{ seeds: '0' }, '--seeds'],
    [{ 'log-period': '0h' }, '--log-period'],
    [{ history: 'x' }, '--history'],
  ])('refuses %j', (values, name) => {
    expect(() => readSettings({ ...USUAL, ...values })).toThrow(name);
  });
});

describe('readCommand', () => {
  it('takes --log-period and --history with a value or alone', () => {
    expect(readCommand(['echo', '--history', '--log-period', '1h'])).not.toBe('help');
    expect(readCommand(['echo', '--log-period'])).not.toBe('help');
    expect(() => readCommand(['echo', '--svg'])).toThrow('--svg');
  });
});

describe('spoken', () => {
  it('takes the largest unit that fits', () => {
    expect([90, 3_600, 86_400, 604_800].map(spoken)).toEqual(['90 s', '1 h', '1 d', '1 w']);
  });
});
