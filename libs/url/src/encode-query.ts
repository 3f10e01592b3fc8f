import { encoderOf } from './legacy-encoder.ts';

/** What an encoder may have to change: anything beyond ASCII, and the shift codes of ISO-2022-JP. */
const TO_ENCODE = /[^\x00-\x7f]|[\x0e\x0f\x1b]/;

/** The URL standard's special-query percent-encode set, as far as it is ASCII. */
const PERCENT_ENCODED = new Set([...'"#<>\''].map((character) => character.charCodeAt(0)));

/**
 * A query as a browser sends it from a page in that encoding ("percent-encode after encoding" of the URL
 * standard): the bytes of the encoding, and what it cannot say as `&#…;`. A label that names no
 * encoding, or one of those that are read but never written, means UTF-8.
 */
export function encodeQuery(query: string, label: string): string {
  if (!TO_ENCODE.test(query)) return query;
  const encoder = encoderOf(label);
  // The URL parser does UTF-8 by itself.
  if (encoder === undefined) return query;
  let encoded = '';
  encoder(query, {
    byte: (byte) => {
      encoded +=
        byte < 0x21 || byte > 0x7e || PERCENT_ENCODED.has(byte)
          ? percent(byte)
          : String.fromCharCode(byte);
    },
    missing: (codePoint) => {
      encoded += `%26%23${codePoint}%3B`;
    },
  });
  return encoded;
}

function percent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
