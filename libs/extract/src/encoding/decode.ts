import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { big5Decoder } from './big5.ts';
import { eucKrDecoder } from './euc-kr.ts';
import { eucJpDecoder, shiftJisDecoder } from './japanese.ts';

/** A decoder that takes a document in pieces. */
export interface PieceDecoder {
  /** Text of the next bytes; `last` where no more come. */
  decode(bytes: Uint8Array, last: boolean): string;
}

/** By far the most pages need only this one, and it keeps nothing between them. */
const UTF_8 = new TextDecoder('utf-8');

/** Bytes as text; a byte order mark is dropped, and what cannot be read becomes U+FFFD. */
export function decode(bytes: Uint8Array, encoding: string): string {
  if (encoding === 'UTF-8') return isAscii(bytes) ? byteText(bytes) : UTF_8.decode(bytes);
  return decoderOf(encoding).decode(bytes, true);
}

/** A byte a character: ten times as fast as decoding, and so is what is made of the text. Right for ASCII and Latin 1. */
export function byteText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** Encodings that the platform reads otherwise than the standard has them. */
const OWN: Readonly<Record<string, () => PieceDecoder>> = {
  replacement,
  'x-user-defined': userDefined,
  Big5: big5Decoder,
  'EUC-KR': eucKrDecoder,
  'EUC-JP': eucJpDecoder,
  Shift_JIS: shiftJisDecoder,
};

/** A decoder of an encoding by its name (see `encodingForLabel`). */
export function decoderOf(encoding: string): PieceDecoder {
  if (Object.hasOwn(OWN, encoding)) return OWN[encoding]!();
  const decoder = new TextDecoder(encoding);
  return { decode: (bytes, last) => decoder.decode(bytes, { stream: !last }) };
}

/** The standard's answer to encodings that have been used for attacks: one mark for the whole text. */
function replacement(): PieceDecoder {
  let said = false;
  return {
    decode: (bytes) => {
      if (said || bytes.length === 0) return '';
      said = true;
      return '\ufffd';
    },
  };
}

/** Bytes from 0x80 are characters of the private use area, from U+F780. */
function userDefined(): PieceDecoder {
  return {
    decode: (bytes) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
        .toString('latin1')
        .replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(0xf700 + byte.charCodeAt(0))),
  };
}
