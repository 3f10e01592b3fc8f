import { describe, expect, it } from '@jest/globals';
import { plainFields } from './log-fields.ts';

const only = (value: unknown): unknown => plainFields({ value }).value;

describe('plainFields', () => {
  it('shows a new line, an escape code and a bidirectional override as text', () => {
    expect(only('a\nb\u001b[31m\u009bc\u202ed\r')).toBe('a\\nb\\u001b[31m\\u009bc\\u202ed\\u000d');
  });

  it('cuts a long text and says how long it was', () => {
    expect(only('x'.repeat(5_000))).toBe(`${'x'.repeat(2_000)}… (5000 characters)`);
  });

  it('counts bytes instead of printing them', () => {
    expect(only(Buffer.from('<html>secret</html>'))).toBe('[19 bytes]');
  });

  it('keeps type, code, stack and causes of an error', () => {
    const cause = Object.assign(new RangeError('inner'), { code: 'E_INNER' });
    const error = only(new Error('outer', { cause })) as Record<string, unknown>;
    expect(error).toMatchObject({
      type: 'Error',
      message: 'outer',
      stack: expect.stringContaining('log-fields.spec'),
      cause: { type: 'RangeError', message: 'inner', code: 'E_INNER' },
    });
  });

  it('keeps the errors of an aggregate', () => {
    expect(only(new AggregateError([new Error('one'), 'two'], 'both'))).toMatchObject({
      errors: [{ message: 'one' }, 'two'],
    });
  });

  it('lets a message not fake lines of a stack that are none', () => {
    const error = only(new Error('a\nlevel=error fake')) as Record<string, string>;
    expect(error.stack?.split('\n')[0]).toBe('Error: a\\nlevel=error fake');
    expect(error.stack?.split('\n')[1]).toMatch(/^ {4}at /);
  });

  it('ends on an error that is its own cause', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(only(error)).length).toBeLessThan(100_000);
  });

  it('ends on an object that holds itself', () => {
    const round: Record<string, unknown> = { name: 'round' };
    round.self = round;
    expect(JSON.stringify(only(round))).toContain('[deeper]');
  });

  it('prints a bounded number of items', () => {
    expect((only(Array.from({ length: 80 }, (_, index) => index)) as unknown[]).at(-1)).toBe(
      '[30 more]',
    );
  });

  it('prints what JSON cannot', () => {
    const values = { big: 12n, not: NaN, when: new Date(0), never: new Date(NaN), map: new Map() };
    expect(JSON.parse(JSON.stringify(plainFields(values)))).toEqual({
      big: '12',
      not: 'NaN',
      when: '1970-01-01T00:00:00.000Z',
      never: 'invalid date',
      map: '[0 entries]',
    });
  });
});
