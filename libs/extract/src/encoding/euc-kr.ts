import { TextDecoder } from 'node:util';

/** Pairs of the standard's EUC-KR: as many second bytes to each first one. */
const FIRST = 0x81;
const LAST = 0xfe;
const FIRST_SECOND = 0x41;
const SECONDS = 190;
/** Where the national standard begins, first and second byte; what stands before was added for the other syllables. */
const NATIONAL = 0xa1;
const SYLLABLES = { first: 0xac00, last: 0xd7a3 };
/** Signs that came late to the national standard, and that the platform's decoder does not know. */
const LATE: readonly (readonly [number, number, number])[] = [
  [0xa2, 0xe6, 0x20ac],
  [0xa2, 0xe7, 0xae],
];
const BROKEN = 0xfffd;
const NEWLINE = 0x0a;
/** None that the platform has no character for, and none of its own. */
const ONE_CHARACTER = /^[^\ue000-\uf8ff\ufffd]$/;

let table: Uint16Array | undefined;

/**
 * Korean as browsers read it. The platform's decoder knows the national standard alone, 2,350 of the 11,172 syllables. The
 * others were put in the order of Unicode where the standard has no pairs, so no table of them is needed.
 */
export function eucKrDecoder() {
  table ??= pairTable();
  const pairs = table;
  let first = 0;
  return {
    decode(bytes: Uint8Array, last: boolean): string {
      const codes = new Uint16Array(bytes.length + 1);
      let length = 0;
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at]!;
        if (first === 0) {
          if (byte >= FIRST && byte <= LAST) first = byte;
          else codes[length++] = byte < 0x80 ? byte : BROKEN;
          continue;
        }
        const isSecond = byte >= FIRST_SECOND && byte <= LAST;
        const code = isSecond ? pairs[placeOf(first, byte)]! : 0;
        first = 0;
        codes[length++] = code === 0 ? BROKEN : code;
        // What is no second byte is a character of its own, lest a tag be swallowed.
        if (code === 0 && byte < 0x80) codes[length++] = byte;
      }
      if (last && first !== 0) {
        first = 0;
        codes[length++] = BROKEN;
      }
      return Buffer.from(codes.buffer, 0, 2 * length).toString('utf16le');
    },
  };
}

function placeOf(first: number, second: number): number {
  return (first - FIRST) * SECONDS + second - FIRST_SECOND;
}

function pairTable(): Uint16Array {
  const codes = new Uint16Array((LAST - FIRST + 1) * SECONDS);
  const known = new Set<number>();
  const platform = new TextDecoder('euc-kr');
  const seconds = Array.from({ length: LAST - NATIONAL + 1 }, (_, at) => NATIONAL + at);
  for (let first = NATIONAL; first <= LAST; first += 1) {
    const row = Uint8Array.from(seconds.flatMap((second) => [first, second, NEWLINE]));
    for (const [at, text] of platform.decode(row).split('\n', seconds.length).entries()) {
      if (!ONE_CHARACTER.test(text)) continue;
      codes[placeOf(first, seconds[at]!)] = text.charCodeAt(0);
      known.add(text.charCodeAt(0));
    }
  }
  for (const [first, second, code] of LATE) codes[placeOf(first, second)] = code;
  let syllable = SYLLABLES.first;
  for (const place of addedPlaces()) {
    while (known.has(syllable)) syllable += 1;
    if (syllable > SYLLABLES.last) break;
    codes[place] = syllable;
    syllable += 1;
  }
  return codes;
}

/** The pairs that were added, in their order: second bytes are letters, or as high as the standard leaves room. */
function* addedPlaces(): Generator<number> {
  for (let first = FIRST; first <= LAST; first += 1) {
    const lastSecond = first < NATIONAL ? LAST : NATIONAL - 1;
    for (let second = FIRST_SECOND; second <= lastSecond; second += 1) {
      const isLetter = /[A-Za-z]/.test(String.fromCharCode(second));
      if (isLetter || second > 0x80) yield placeOf(first, second);
    }
  }
}
