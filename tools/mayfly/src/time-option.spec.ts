import { describe, expect, it } from '@jest/globals';
import { timeOption } from './time-option.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

describe('timeOption', () => {
  it.each([
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['2026-01-02T18:00+01:00', '2026-01-02T17:00:00.000Z'],
    ['2h', '2026-01-01T02:00:00.000Z'],
  ])('reads %s', (text, time) => {
    expect(timeOption('until', text, NOW).toISOString()).toBe(time);
  });

  it.each([
    ['tomorrow', 'must be a time'],
    ['2026-13-40', 'must be a time'],
    ['2026-01-02T18:00', 'must be a time'],
    ['2x', 'must be a time'],
    ['2025-12-31', 'is over'],
  ])('refuses %s', (text, why) => {
    expect(() => timeOption('until', text, NOW)).toThrow(why);
  });
});
