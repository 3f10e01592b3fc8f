import { BROKEN, LEADS, pairDecoder, platformCodes } from './pair-decoder.ts';

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

let table: Uint16Array | undefined;

/**
 * Korean as browsers read it. The platform's decoder knows the national standard alone, 2,350 of the 11,172 syllables. The
 * others were put in the order of Unicode where the standard has no pairs, so no table of them is needed.
 */
export function eucKrDecoder() {
  table ??= pairTable();
  const codes = table;
  return pairDecoder({
    single: (byte) => (byte >= FIRST && byte <= LAST ? LEADS : BROKEN),
    pair: (lead, byte) => {
      const isSecond = byte >= FIRST_SECOND && byte <= LAST;
      return (isSecond && codes[placeOf(lead, byte)]) || BROKEN;
    },
  });
}

function placeOf(first: number, second: number): number {
  return (first - FIRST) * SECONDS + second - FIRST_SECOND;
}

function pairTable(): Uint16Array {
  const codes = new Uint16Array((LAST - FIRST + 1) * SECONDS);
  const known = new Set<number>();
  const seconds = Array.from({ length: LAST - NATIONAL + 1 }, (_, at) => NATIONAL + at);
  for (let first = NATIONAL; first <= LAST; first += 1) {
    const row = platformCodes(
      'euc-kr',
      seconds.map((second) => [first, second]),
    );
    for (const [at, code] of row.entries()) {
      codes[placeOf(first, seconds[at]!)] = code;
      known.add(code);
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
