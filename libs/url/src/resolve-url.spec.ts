import { describe, expect, it } from '@jest/globals';
import { resolveUrl } from './resolve-url.ts';

const BASE = 'https://a.test/b/c?d';

describe('resolveUrl', () => {
  it.each([
    ['e', 'https://a.test/b/e'],
    ['../e', 'https://a.test/e'],
    ['?e', 'https://a.test/b/c?e'],
    ['#e', 'https://a.test/b/c?d#e'],
    ['//b.test', 'https://b.test/'],
    ['/%2f', 'https://a.test/%2f'],
    ['mailto:x', 'mailto:x'],
  ])('%s → %s', (text, href) => {
    expect(resolveUrl(text, BASE)?.href).toBe(href);
  });

  it('finds nothing where there is no URL', () => {
    expect([resolveUrl('/a'), resolveUrl('http://a b/')]).toEqual([undefined, undefined]);
  });
});

describe('the query of a link', () => {
  it.each([
    ['windows-1252', 'é€', '%E9%80'],
    ['latin1', 'é', '%E9'],
    ['windows-1251', 'я', '%FF'],
    ['koi8-r', 'я', '%D1'],
    ['shift_jis', 'あｱ¥', '%82%A0%B1\\'],
    ['euc-jp', 'あｱ', '%A4%A2%8E%B1'],
    ['iso-2022-jp', 'aあb', 'a%1B$B$%22%1B(Bb'],
    ['iso-2022-jp', 'ｱ¥a\\', '%1B$B%%22%1B(J\\a%1B(B\\'],
    ['euc-kr', '가뷁€', '%B0%A1%94%EE%A2%E6'],
    ['euc-kr', '갂힣', '%81A%C6R'],
    ['big5', '中十', '%A4%A4%A4Q'],
    ['big5', 'のж①', '%C7U%C8\\%C6%A1'],
    ['big5', '\ue000', '%26%2357344%3B'],
    ['big5', '嘅¨猪仝咗', '%FBH%C6%D8%FER%C6%DF%26%2321655%3B'],
    ['euc-kr', '\ue000', '%26%2357344%3B'],
    ['gbk', '中€', '%D6%D0%80'],
    ['gb2312', '中', '%D6%D0'],
    ['gb18030', '中é😀', '%D6%D0%A8%A6%949%FC6'],
    ['x-user-defined', '\uf780', '%80'],
    ['utf-16le', 'é', '%C3%A9'],
    ['utf-8', 'é', '%C3%A9'],
    ['no-such-encoding', 'é', '%C3%A9'],
    ['windows-1252', '中', '%26%2320013%3B'],
    ['windows-1252', '<é>', '%3C%E9%3E'],
    ['windows-1252', '\ud800é', '%26%2365533%3B%E9'],
  ])('in %s: %s → %s', (encoding, text, query) => {
    expect(resolveUrl(`?${text}`, BASE, encoding)?.search).toBe(`?${query}`);
  });

  it('is the only part that the encoding of the page changes', () => {
    const { href } = resolveUrl('/é?\té#é?é', BASE, 'windows-1252')!;
    expect(href).toBe('https://a.test/%C3%A9?%E9#%C3%A9?%C3%A9');
  });

  it.each(['windows-1252', 'shift_jis', 'euc-jp', 'euc-kr', 'gbk', 'gb18030', 'koi8-u'])(
    'is read again in %s as it was written',
    (encoding) => {
      const decoder = new TextDecoder(encoding);
      for (const text of ['é', 'я', 'あ', '가', '中', 'ñ', '語', 'Ω']) {
        const query = resolveUrl(`?${text}`, BASE, encoding)!.search.slice(1);
        if (query.startsWith('%26%23')) continue;
        const bytes = Buffer.from(unescape(query), 'latin1');
        expect(decoder.decode(bytes)).toBe(text);
      }
    },
  );
});
