import { transcode } from 'node:buffer';
import type { ReadDocument, TextRange } from '@mayfly/extract';

/** Room for the text of most pages, used again and again. */
const ROOM = Buffer.allocUnsafeSlow(512 * 1_024);
const BYTES_OF_CHARACTER = 2;
const MOST_PIECES = 2_000;

/** The text as it is kept, and where its main content stands in its bytes. */
export function encodeText({ text, main = [] }: Pick<ReadDocument, 'text' | 'main'>): {
  bytes: Uint8Array;
  main: number[];
} {
  const bytes = utf8Of(text);
  return { bytes, main: placesIn(text, bytes.length, main.slice(0, MOST_PIECES)) };
}

/** By way of UTF-16 it takes half the time: that text is no more than copied, and from there the platform goes in strides. */
function utf8Of(text: string): Uint8Array {
  if (text === '') return new Uint8Array();
  const fits = text.length * BYTES_OF_CHARACTER <= ROOM.length;
  const wide = fits ? ROOM.subarray(0, ROOM.write(text, 'utf16le')) : Buffer.from(text, 'utf16le');
  try {
    const { buffer, byteOffset, length } = transcode(wide, 'utf16le', 'utf8');
    return new Uint8Array(buffer, byteOffset, length);
  } catch {
    // Half of a pair somewhere; it becomes U+FFFD.
    return new Uint8Array(Buffer.from(text));
  }
}

/** Where pieces begin and end in the bytes. What lies between two such places is measured, but for the longest of it. */
function placesIn(text: string, byteLength: number, pieces: readonly TextRange[]): number[] {
  const places = pieces.flatMap(({ from, to }) => [from, to]);
  // Where each character is a byte, nothing is to be measured.
  if (byteLength === text.length) return places;
  const edges = [0, ...places, text.length];
  let longest = 0;
  for (let at = 1; at + 1 < edges.length; at += 1) {
    if (edges[at + 1]! - edges[at]! > edges[longest + 1]! - edges[longest]!) longest = at;
  }
  const bytesBetween = (at: number): number =>
    Buffer.byteLength(text.slice(edges[at], edges[at + 1]));
  for (let at = 0, sum = 0; at < longest; at += 1) {
    sum += bytesBetween(at);
    places[at] = sum;
  }
  for (let at = places.length, sum = byteLength; at > longest; at -= 1) {
    sum -= bytesBetween(at);
    places[at - 1] = sum;
  }
  return places;
}
