import { describe, expect, it } from '@jest/globals';
import { readUrlLine } from './url-line.ts';

describe('a line of an import', () => {
  it('is a URL, or an object with one', () => {
    expect(readUrlLine(' http://a.test/\r')).toEqual({
      url: 'http://a.test/',
      depth: 0,
      group: '',
    });
    expect(
      readUrlLine('{"url":"http://a.test/","priority":2.5,"depth":3,"group":"g","state":"parked"}'),
    ).toEqual({ url: 'http://a.test/', priority: 2.5, depth: 3, group: 'g' });
  });

  it('may be empty', () => {
    expect(readUrlLine('  \r')).toBeUndefined();
  });

  it.each([
    ['{"url":', 'not JSON'],
    ['{"priority":1}', 'url'],
    ['{"url":7}', 'url'],
    ['{"url":""}', 'url'],
    ['{"url":"http://a.test/","priority":"high"}', 'priority'],
    ['{"url":"http://a.test/","priority":null}', 'priority'],
    ['{"url":"http://a.test/","depth":-1}', 'depth'],
    ['{"url":"http://a.test/","depth":1.5}', 'depth'],
    ['{"url":"http://a.test/","group":7}', 'group'],
    [`{"url":"http://a.test/","group":"${'ö'.repeat(101)}"}`, 'group'],
    [`http://a.test/${'x'.repeat(8_192)}`, 'url'],
    ['{"url":"http://a.test/\\ud800"}', 'url'],
    [undefined, 'longer'],
  ])('%# says what is wrong with it', (line, what) => {
    expect(readUrlLine(line)).toEqual(expect.stringContaining(what));
  });
});
