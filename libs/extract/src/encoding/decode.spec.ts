import { describe, expect, it } from '@jest/globals';
import { decode, decoderOf } from './decode.ts';
import { encodingForLabel } from './encoding-labels.ts';

const NAMES =
  'utf-8 ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-8-i iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic gbk gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr replacement utf-16be utf-16le x-user-defined';

describe('labels', () => {
  it.each([
    ['latin1', 'windows-1252'],
    [' UTF8\n', 'UTF-8'],
    ['gb2312', 'GBK'],
    ['iso-2022-kr', 'replacement'],
    ['logical', 'ISO-8859-8-I'],
    ['utf-7', undefined],
    ['', undefined],
    ['\u00a0utf-8', undefined],
  ])('%j means %s', (label, encoding) => {
    expect(encodingForLabel(label)).toBe(encoding);
  });

  it('are known of all encodings, and each can be read', () => {
    for (const label of NAMES.split(' ')) {
      const encoding = encodingForLabel(label);
      expect([label, encoding?.toLowerCase()]).toEqual([label, label]);
      expect(() => decode(Uint8Array.of(65, 66), encoding!)).not.toThrow();
    }
  });
});

describe('text', () => {
  it.each([
    ['windows-1252', [0x80, 0xe4], '€ä'],
    ['UTF-8', [0xef, 0xbb, 0xbf, 0xc3, 0xa4, 0xff], 'ä\ufffd'],
    ['UTF-16BE', [0xfe, 0xff, 0, 0x41], 'A'],
    ['replacement', [0x41, 0x42], '\ufffd'],
    ['replacement', [], ''],
    ['x-user-defined', [0x41, 0x80, 0xff], 'A\uf780\uf7ff'],
    ['ISO-8859-8-I', [0xe0], 'א'],
    ['gb18030', [0x81, 0x30, 0x81, 0x30], '\u0080'],
    ['EUC-KR', [0xb0, 0xa1, 0xc8, 0xfe, 0xa2, 0xe6, 0xfd, 0xfe], '가힝€詰'],
    ['EUC-KR', [0x81, 0x41, 0x8c, 0x63, 0xa0, 0xfe, 0xc6, 0x52], '갂똠좤힣'],
    ['EUC-KR', [0xc9, 0xa1, 0x80, 0xff, 0xb0, 0x3c, 0xb0], '\ufffd\ufffd\ufffd\ufffd<\ufffd'],
    [
      'Big5',
      [0x41, 0xa4, 0xa4, 0x87, 0x40, 0x87, 0x45, 0x8b, 0xc3, 0xfe, 0xaa],
      'A中䏰𧉧\u{2f878}瓩',
    ],
    ['Big5', [0x88, 0x62, 0x88, 0xa5], 'Ê\u0304ê\u030c'],
    ['Big5', [0x81, 0x40, 0x80, 0xff, 0xa4, 0x3c, 0xa4], '\ufffd@\ufffd\ufffd\ufffd<\ufffd'],
    ['Shift_JIS', [0x1a, 0x7f, 0x80, 0xb1, 0x93, 0xfa, 0xf0, 0x40], '\u001a\u007f\u0080ｱ日\ue000'],
    ['Shift_JIS', [0xa0, 0x93, 0x3c, 0xfd, 0x93], '\ufffd\ufffd<\ufffd\ufffd'],
    ['EUC-JP', [0x41, 0xc6, 0xfc, 0x8e, 0xb1, 0x8f, 0xb0, 0xa1], 'A日ｱ丂'],
    ['EUC-JP', [0x80, 0xc6, 0x3c, 0x8f, 0xb0, 0x3c, 0x8e], '\ufffd\ufffd<\ufffd<\ufffd'],
  ])('of %s', (encoding, bytes, text) => {
    expect(decode(Uint8Array.from(bytes), encoding)).toBe(text);
  });

  it('may come in pieces that cut characters', () => {
    for (const encoding of 'UTF-8 replacement x-user-defined EUC-KR EUC-JP Shift_JIS Big5'.split(
      ' ',
    )) {
      const bytes = Buffer.from('aäb€');
      const decoder = decoderOf(encoding);
      let text = '';
      for (const byte of bytes) text += decoder.decode(Uint8Array.of(byte), false);
      expect(text + decoder.decode(new Uint8Array(), true)).toBe(decode(bytes, encoding));
    }
  });
});
