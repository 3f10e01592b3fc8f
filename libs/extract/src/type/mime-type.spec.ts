import { describe, expect, it } from '@jest/globals';
import { combineContentTypes } from './content-type.ts';
import { parseMediaType } from './media-type.ts';
import { parseMimeType, serialiseMimeType } from './mime-type.ts';

const again = (text: string) => {
  const mime = parseMimeType(text);
  return mime && serialiseMimeType(mime);
};

describe('a MIME type', () => {
  it.each([
    ['TEXT/Html ; Charset=UTF-8', 'text/html;charset=UTF-8'],
    ['text/html;charset="a b"', 'text/html;charset="a b"'],
    ['text/html;a="x\\"y";b', 'text/html;a="x\\"y"'],
    ['text/html;a=1;A=2', 'text/html;a=1'],
    ['text/html;a="unclosed\\', 'text/html;a="unclosed\\\\"'],
    ['text/html;a=;b=c', 'text/html;b=c'],
    ['text/html;a=ü', 'text/html;a="ü"'],
    ['text/html;a=€', 'text/html'],
    ['text', undefined],
    ['text/', undefined],
    ['/html', undefined],
    ['te xt/html', undefined],
    ['', undefined],
  ])('%j is %j', (text, written) => {
    expect(again(text)).toBe(written);
  });
});

describe('several Content-Type headers', () => {
  it.each([
    [['text/html', 'text/plain'], 'text/plain'],
    [['text/html;charset=gbk', 'text/html'], 'text/html;charset=gbk'],
    [['text/html;charset=gbk', 'text/plain', 'text/html'], 'text/html'],
    [['text/plain', '*/*', 'nonsense'], 'text/plain'],
    [['text/html;x=",text/plain"'], 'text/html;x=",text/plain"'],
    [['nonsense'], undefined],
  ])('%j mean %s', (headers, written) => {
    const mime = combineContentTypes(headers);
    expect(mime && serialiseMimeType(mime)).toBe(written);
  });

  it('are read as a type and a charset', () => {
    expect(parseMediaType('text/HTML; charset=x, text/html')).toEqual({
      essence: 'text/html',
      charset: 'x',
    });
    expect(parseMediaType(undefined)).toEqual({ essence: '', charset: undefined });
  });
});
