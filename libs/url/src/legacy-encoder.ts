import { codeTable, type CodeTable, gb18030Table } from './code-table.ts';
import { encodeIso2022Jp } from './iso-2022-jp.ts';

/** Takes what an encoder writes. */
export interface EncodedSink {
  byte(byte: number): void;
  /** A code point that the encoding cannot say. */
  missing(codePoint: number): void;
}

/** Writes text in one encoding. */
export type Encoder = (text: string, sink: EncodedSink) => void;

const encoders = new Map<string, Encoder | undefined>();

/** The encoder of the encoding standard by any of its labels; undefined where that is UTF-8's. Tables are made when first used. */
export function encoderOf(label: string): Encoder | undefined {
  const name = nameOf(label);
  if (!encoders.has(name)) encoders.set(name, makeEncoder(name));
  return encoders.get(name);
}

function nameOf(label: string): string {
  const known = label.trim().toLowerCase();
  if (known === 'x-user-defined') return known;
  try {
    return new TextDecoder(known).encoding;
  } catch {
    return 'utf-8';
  }
}

function makeEncoder(name: string): Encoder | undefined {
  switch (name) {
    // The encoding standard writes UTF-8 where it reads these.
    case 'utf-8':
    case 'utf-16le':
    case 'utf-16be':
    case 'replacement':
      return undefined;
    case 'x-user-defined':
      return tableEncoder(userDefined);
    case 'iso-2022-jp':
      return encodeIso2022Jp;
    case 'gb18030':
    case 'gbk':
      return tableEncoder(gb18030Table(name));
    default:
      return tableEncoder(codeTable(name));
  }
}

const userDefined: CodeTable = (codePoint) =>
  codePoint >= 0xf780 && codePoint <= 0xf7ff ? [codePoint - 0xf780 + 0x80] : undefined;

function tableEncoder(bytesOf: CodeTable): Encoder {
  return (text, sink) => {
    for (const character of text.toWellFormed()) {
      const codePoint = character.codePointAt(0)!;
      const bytes = codePoint < 0x80 ? [codePoint] : bytesOf(codePoint);
      if (bytes === undefined) sink.missing(codePoint);
      else bytes.forEach((byte) => sink.byte(byte));
    }
  };
}
