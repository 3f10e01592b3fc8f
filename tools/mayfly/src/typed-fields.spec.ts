import { describe, expect, it } from '@jest/globals';
import { UsageError } from '@mayfly/command-line';
import { CrawlError } from '@mayfly/errors';
import { asTyped } from './typed-fields.ts';

const FIELDS = { 'budgets[].name': ['--crawl', '--site'], most_sources: '--sources' };
const typed = (message: string, args: string[] = []) =>
  asTyped(new CrawlError('REQUEST_INVALID', message), FIELDS, args);

describe('asTyped', () => {
  it('names the option in place of the field, as any other wrong argument', () => {
    const error = typed('most_sources: must be 0 to 1,000');
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message: '--sources: must be 0 to 1,000' });
  });

  it.each([
    [['--site', 'a b'], '--site'],
    [['--site=a b'], '--site'],
    [['--crawl', 'a b'], '--crawl'],
    [[], '--crawl'],
  ])('of %j names the option that was typed', (args, option) => {
    expect(typed('budgets[12].name: is wrong', args)).toMatchObject({
      message: `${option}: is wrong`,
    });
  });

  it('keeps the code of what is not a wrong argument alone', () => {
    const unknown = new CrawlError('CRAWL_UNKNOWN', 'budgets[0].name: there is no crawl x');
    expect(asTyped(unknown, FIELDS, [])).toMatchObject({
      ...{ code: 'CRAWL_UNKNOWN', message: '--crawl: there is no crawl x' },
    });
  });

  it.each(['budgets: too many', 'toString: is none', 'there is no most_sources: x'])(
    'leaves %p alone',
    (message) => expect(typed(message)).toMatchObject({ code: 'REQUEST_INVALID', message }),
  );

  it('leaves other errors alone', () => {
    const error = new Error('most_sources: x');
    expect(asTyped(error, FIELDS, [])).toBe(error);
  });
});
