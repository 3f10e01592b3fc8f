import { oleType } from './ole-content.ts';
import { zipType } from './zip-content.ts';

/** Bytes by which a type is known; a dot stands for any byte. */
type Pattern = readonly [bytes: string, type: string];

/** Patterns of the MIME sniffing standard, and of what else travels on the web, at the first byte. */
const PATTERNS: readonly Pattern[] = [
  ['\x00\x00\x01\x00', 'image/x-icon'],
  ['\x00\x00\x02\x00', 'image/x-icon'],
  ['BM', 'image/bmp'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['RIFF....WEBPVP', 'image/webp'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['II*\x00', 'image/tiff'],
  ['MM\x00*', 'image/tiff'],
  ['\xff\x0a', 'image/jxl'],
  ['\x00\x00\x00\x0cJXL \r\n\x87\n', 'image/jxl'],
  ['8BPS', 'image/vnd.adobe.photoshop'],
  ['FORM....AIFF', 'audio/aiff'],
  ['ID3', 'audio/mpeg'],
  ['OggS\x00', 'application/ogg'],
  ['MThd\x00\x00\x00\x06', 'audio/midi'],
  ['RIFF....AVI ', 'video/avi'],
  ['RIFF....WAVE', 'audio/wave'],
  ['fLaC', 'audio/flac'],
  ['FLV\x01', 'video/x-flv'],
  ['CWS', 'application/x-shockwave-flash'],
  ['\x00\x00\x01\xba', 'video/mpeg'],
  ['\x00\x01\x00\x00', 'font/ttf'],
  ['OTTO', 'font/otf'],
  ['ttcf', 'font/collection'],
  ['wOFF', 'font/woff'],
  ['wOF2', 'font/woff2'],
  ['\x1f\x8b\x08', 'application/x-gzip'],
  ['Rar!\x1a\x07', 'application/x-rar-compressed'],
  ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  ['BZh', 'application/x-bzip2'],
  ['\xfd7zXZ\x00', 'application/x-xz'],
  ['\x28\xb5\x2f\xfd', 'application/zstd'],
  ['\x00asm', 'application/wasm'],
  ['SQLite format 3\x00', 'application/vnd.sqlite3'],
  ['\x7fELF', 'application/x-executable'],
  ['MZ', 'application/x-msdownload'],
];

/** Documents that begin with words, so that nothing need be binary in them. */
const WORDED: readonly Pattern[] = [
  ['%PDF-', 'application/pdf'],
  ['%!PS-Adobe-', 'application/postscript'],
  ['{\\rtf', 'application/rtf'],
];

/** The bytes by which the standard knows binary data. */
export const BINARY = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

const UTF_16_MARK = /^(?:\xff\xfe|\xfe\xff)/;

/** What the standard looks at. */
const RESOURCE_HEADER_BYTES = 1_445;

/** The type of bytes that are no text, by what they begin with; undefined where nothing is known by it. */
export function signatureType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.length, RESOURCE_HEADER_BYTES),
  ).toString('latin1');
  const worded = matched(WORDED, head.replace(/^(?:\xef\xbb\xbf)?\s*/, ''));
  if (worded !== undefined) return worded;
  if (UTF_16_MARK.test(head)) return undefined;
  // Two or three letters are a signature only where no text goes on behind them.
  if (!BINARY.test(head)) return undefined;
  if (head.startsWith('PK\x03\x04')) return zipType(bytes);
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return oleType(bytes);
  return matched(PATTERNS, head) ?? boxedType(head) ?? laterType(head);
}

function matched(patterns: readonly Pattern[], head: string): string | undefined {
  return patterns.find(([bytes]) => matches(bytes, head))?.[1];
}

function matches(bytes: string, head: string): boolean {
  if (!bytes.includes('....')) return head.startsWith(bytes);
  const [before = '', after = ''] = bytes.split('....');
  return head.startsWith(before) && head.startsWith(after, before.length + 4);
}

const BRANDS: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  avis: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  mif1: 'image/heif',
  'M4A ': 'audio/mp4',
  'M4B ': 'audio/mp4',
  'qt  ': 'video/quicktime',
  '3gp4': 'video/3gpp',
  '3gp5': 'video/3gpp',
};

/** The standard's "signature for MP4", and its kin; Matroska names itself in its head. */
function boxedType(head: string): string | undefined {
  if (head.startsWith('\x1a\x45\xdf\xa3')) {
    return head.slice(0, 64).includes('webm') ? 'video/webm' : 'video/x-matroska';
  }
  if (head.slice(4, 8) !== 'ftyp') return undefined;
  const brand = head.slice(8, 12);
  return Object.hasOwn(BRANDS, brand) ? BRANDS[brand] : 'video/mp4';
}

/** Signatures that stand further on. */
function laterType(head: string): string | undefined {
  if (head.slice(34, 36) === 'LP') return 'application/vnd.ms-fontobject';
  if (head.slice(257, 262) === 'ustar') return 'application/x-tar';
  // Sound that begins with a frame: eleven bits set, a layer, a rate.
  return /^\xff[\xe2-\xe7\xf2-\xff][\x10-\xef]/.test(head) ? 'audio/mpeg' : undefined;
}
