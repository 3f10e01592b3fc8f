import { describe, expect, it } from '@jest/globals';
import { sniffBinaryType } from './sniff-type.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

/** A local header of a zip file and what it holds, unpacked. */
function zipped(name: string, content = ''): string {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(name.length, 26);
  return header.toString('latin1') + name + content;
}

/** A compound file whose directory names a stream. */
function compound(stream: string): string {
  const file = Buffer.alloc(2_048);
  file.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.write(stream, 1_024, 'utf16le');
  return file.toString('latin1');
}

describe('the type of bytes', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n\0', 'image/png'],
    ['GIF89a\0', 'image/gif'],
    ['RIFF\0\0\0\0WEBPVP8', 'image/webp'],
    ['RIFF\0\0\0\0WAVE', 'audio/wave'],
    ['\0\0\0\x18ftypmp42', 'video/mp4'],
    ['\0\0\0\x18ftypavif', 'image/avif'],
    ['\x1a\x45\xdf\xa3\0\0\x42\x82webm', 'video/webm'],
    ['\xff\xfb\x90\0', 'audio/mpeg'],
    ['wOF2\0', 'font/woff2'],
    ['%PDF-1.7', 'application/pdf'],
    ['\n%PDF-1.7', 'application/pdf'],
    ['{\\rtf1', 'application/rtf'],
    [zipped('a.txt'), 'application/zip'],
    [
      zipped('[Content_Types].xml', 'x') + zipped('word/document.xml'),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [zipped('mimetype', 'application/epub+zip') + zipped('x'), 'application/epub+zip'],
    [zipped('mimetype', '\0\0'), 'application/zip'],
    [compound('WordDocument'), 'application/msword'],
    [compound('?'), 'application/x-ole-storage'],
    [`${'\0'.repeat(257)}ustar`, 'application/x-tar'],
  ])('%j', (text, type) => {
    expect(sniffBinaryType(latin(text), 'text/html')).toBe(type);
  });

  it.each(['BMW builds cars', 'MZ', 'ID3 is a decision tree', '<html>', '', '\xff\xfe<\0', 'PK'])(
    'of text %j is not told',
    (text) => {
      expect(sniffBinaryType(latin(text), 'image/bmp')).toBeUndefined();
    },
  );

  it('is what the server says where only the container is known', () => {
    expect(sniffBinaryType(latin(zipped('a')), 'application/vnd.some.thing')).toBe(
      'application/vnd.some.thing',
    );
    expect(sniffBinaryType(latin('OggS\0'), 'audio/ogg')).toBe('audio/ogg');
    expect(sniffBinaryType(latin('%PDF-1'), 'application/vnd.some.thing')).toBe('application/pdf');
  });
});
