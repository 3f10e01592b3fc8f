import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { firstLines } from './first-lines.ts';
import { formatOf } from './visit-format.ts';

const ACCESS = '192.0.2.1 - - [10/Oct/2026:13:55:36 -0700] "GET / HTTP/1.1" 200 1';
const given = { format: undefined, site: 'http://a.test' } as const;

async function* chunks(...texts: string[]) {
  for (const each of texts) yield Buffer.from(each);
}

describe('the format of a file', () => {
  it.each([
    ['access-log', ['junk', ACCESS]],
    ['jsonl', ['junk', '{"a":1}']],
    ['csv', ['time,url', 'junk']],
    ['jsonl', []],
  ])('is %s by its first lines', (format, first) => {
    expect(formatOf(first, given).format).toBe(format);
  });

  it.each([
    [['junk'], given, '--format'],
    [[ACCESS], { ...given, site: undefined }, '--site'],
    [['junk'], { ...given, format: 'csv' as const }, 'url and time'],
  ])('of %j is asked for', (first, options, what) => {
    expect(() => formatOf(first, options)).toThrow(what);
  });

  it('is what somebody says', () => {
    expect(formatOf([ACCESS], { ...given, format: 'jsonl' }).format).toBe('jsonl');
  });
});

describe('the beginning of an input', () => {
  it('is whole lines, and comes again', async () => {
    const { first, whole } = await firstLines(chunks('fi', 'rst\n\n sec', 'ond \nthird'));
    expect(first).toEqual(['first', 'second', 'third']);
    expect(await text(whole)).toBe('first\n\n second \nthird');
  });

  it('is no more than a few lines of a long one', async () => {
    let read = 0;
    const endless = async function* () {
      for (; ; read += 1) yield Buffer.from('x\n'.repeat(15));
    };
    const { first, close } = await firstLines(endless());
    await close();
    expect([first.length, read]).toEqual([20, 1]);
  });

  it('may be nothing', async () => {
    const { first, whole } = await firstLines(chunks());
    expect([first, await text(whole)]).toEqual([[], '']);
  });
});
