import { describe, expect, it } from '@jest/globals';
import { sniffEncoding } from './sniff-encoding.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const sniffed = (bytes: Uint8Array, charset?: string) => {
  const { encoding, reason } = sniffEncoding(bytes, { charset });
  return `${encoding} ${reason}`;
};

describe('the encoding', () => {
  it.each(['\0', '\x01', '\x1b[0m'])('is not UTF-16 for a stray %j in a short page', (control) => {
    const page = latin(`<html><body><p>Hello ${control} and more words</p></body></html>`);
    expect(sniffed(page)).toBe('windows-1252 default');
  });

  it.each([
    ['\xef\xbb\xbfx', 'UTF-8 bom'],
    ['\xfe\xff\0x', 'UTF-16BE bom'],
    ['\xff\xfex\0', 'UTF-16LE bom'],
    ['<meta charset=koi8-r>', 'KOI8-R meta'],
    ['<META/charset="x" charset=koi8-r>', 'windows-1252 default'],
    ["<a title='<meta charset=koi8-r>'><meta charset=iso-8859-2>", 'ISO-8859-2 meta'],
    ['<!-- <meta charset=koi8-r> --><p>', 'windows-1252 default'],
    ['<!--><meta charset=koi8-r>', 'KOI8-R meta'],
    ['<meta http-equiv=Content-Type content="text/html; charset = \'koi8-r\'">', 'KOI8-R meta'],
    ['<meta content="text/html; charset=koi8-r">', 'windows-1252 default'],
    ['<meta charset=utf-16>', 'UTF-8 meta'],
    ['<meta charset=x-user-defined>', 'windows-1252 meta'],
    ['<meta charset=koi8-r', 'windows-1252 default'],
    ['<?xml version="1.0" encoding="koi8-r"?>', 'KOI8-R meta'],
    ['<\0?\0x\0', 'UTF-16LE meta'],
    [`<title>${'x'.repeat(2_000)}</title><meta charset=koi8-r>`, 'KOI8-R meta'],
    [`<script>${'x'.repeat(2_000)}"<meta charset=koi8-r>"</script>`, 'windows-1252 default'],
    ['plain words', 'windows-1252 default'],
    ['<?xml version="1.0"?><a/>', 'UTF-8 default'],
    ['caf\xe9', 'windows-1252 default'],
    ['\x1b$B%+%2%m%&\x1b(B', 'ISO-2022-JP detected'],
  ])('of %j', (text, expected) => {
    expect(sniffed(latin(text))).toBe(expected);
  });

  it('is what the header says, unless there is a mark; a label nobody knows says nothing', () => {
    expect(sniffed(latin('<meta charset=koi8-r>'), ' Latin1 ')).toBe('windows-1252 header');
    expect(sniffed(latin('\xef\xbb\xbf'), 'koi8-r')).toBe('UTF-8 bom');
    expect(sniffed(latin('<meta charset=koi8-r>'), 'klingon')).toBe('KOI8-R meta');
  });

  it('is UTF-8 where the bytes are, even if cut off or hurt in a place', () => {
    const text = Buffer.from('Größere Straßen führen über die Flüsse, früher höher. '.repeat(5));
    expect(sniffed(text)).toBe('UTF-8 utf-8');
    expect(sniffed(text.subarray(0, text.indexOf(0xc3) + 1))).toBe('windows-1252 default');
    expect(sniffed(Buffer.concat([text, latin('\xc3')]))).toBe('UTF-8 utf-8');
    expect(sniffed(Buffer.concat([text, latin(' \x92 '), text]))).toBe('UTF-8 utf-8');
  });

  it.each([
    ['windows-1251', 'Подёнка живёт всего один день, но перед этим она три года под водой.'],
    ['KOI8-R', 'Подёнка живёт всего один день, но перед этим она три года под водой.'],
    ['Shift_JIS', 'カゲロウはたった一日しか生きないが、その前に三年間も水の中で過ごす。'],
  ])('is detected: %s', (encoding, text) => {
    const bytes = encoded(text, encoding);
    expect(sniffed(bytes)).toBe(`${encoding} detected`);
    // Behind a long script, of which nothing can be learned.
    const page = `<script>${'var a = 1;\n'.repeat(5_000)}</script><p>`;
    expect(sniffed(Buffer.concat([latin(page), bytes]))).toBe(`${encoding} detected`);
    expect(sniffEncoding(bytes, { detect: false }).reason).toBe('default');
  });

  it('is Latin 9 where it has the euro or the ligature in its place', () => {
    const words = 'Un \xe9t\xe9 pass\xe9 \xe0 la c\xf4te, au bord du fleuve, et un d\xeener ';
    expect(sniffed(latin(`${words}pour 12 \xa4.`))).toBe('ISO-8859-15 detected');
    expect(sniffed(latin(`${words}avec sa s\xbdur.`))).toBe('ISO-8859-15 detected');
    expect(sniffed(latin(`${words}pour 12 \x80.`))).toBe('windows-1252 detected');
    expect(sniffed(latin(`${words}avec 2\xbd amis.`))).toBe('windows-1252 detected');
  });

  it.each([
    'Eine Fliege',
    'カゲロウはたった一日しか生きない。',
    'แมลงชีปะขาวมีชีวิตอยู่เพียงวันเดียว',
  ])('is UTF-16 without a mark: %s', (text) => {
    const little = Buffer.from(text, 'utf16le');
    expect(sniffed(little)).toBe('UTF-16LE detected');
    expect(sniffed(Buffer.from(little).swap16())).toBe('UTF-16BE detected');
  });
});

/** Text in an encoding, found by decoding every one and two bytes there are. */
function encoded(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const known = new Map<string, number[]>();
  for (let first = 0; first < 256; first += 1) {
    known.set(decoder.decode(Uint8Array.of(first)), [first]);
    for (let second = 0x40; second < 256 && encoding === 'Shift_JIS'; second += 1) {
      const character = decoder.decode(Uint8Array.of(first, second));
      if (character.length === 1 && !known.has(character)) known.set(character, [first, second]);
    }
  }
  return Uint8Array.from([...text].flatMap((character) => known.get(character) ?? []));
}
