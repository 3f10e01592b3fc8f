import { BIG5_ADDED } from '@mayfly/url';
import { BROKEN, LEADS, pairDecoder, platformCodes } from './pair-decoder.ts';

const FIRST = 0x81;
const LAST = 0xfe;
/** As many second bytes to each first one, in two pieces. */
const SECONDS = 157;

/** Places that mean a letter and a mark over it. */
const MARKED: readonly (readonly [place: number, letter: number, mark: number])[] = [
  [1_133, 0xca, 0x304],
  [1_135, 0xca, 0x30c],
  [1_164, 0xea, 0x304],
  [1_166, 0xea, 0x30c],
];

let table: Uint32Array | undefined;

/** Traditional Chinese as browsers read it, with what Hong Kong added. */
export function big5Decoder() {
  table ??= pairTable();
  const codes = table;
  return pairDecoder({
    single: (byte) => (byte >= FIRST && byte <= LAST ? LEADS : BROKEN),
    pair: (lead, byte) => {
      const isSecond = (byte >= 0x40 && byte <= 0x7e) || (byte >= 0xa1 && byte <= LAST);
      const code = isSecond ? codes[placeOf(lead, byte)]! : 0;
      return code === 0 ? BROKEN : code;
    },
  });
}

function placeOf(lead: number, byte: number): number {
  return (lead - FIRST) * SECONDS + byte - (byte < 0x7f ? 0x40 : 0x62);
}

function pairTable(): Uint32Array {
  const codes = new Uint32Array((LAST - FIRST + 1) * SECONDS);
  const pairs = Array.from(codes, (_, place) => pairAt(place));
  codes.set(platformCodes('big5', pairs));
  for (const [place, characters] of BIG5_ADDED) {
    codes.set(
      Array.from(characters, (character) => character.codePointAt(0)!),
      place,
    );
  }
  for (const [place, letter, mark] of MARKED) codes[place] = letter * 0x1_0000 + mark;
  return codes;
}

function pairAt(place: number): readonly number[] {
  const second = place % SECONDS;
  return [Math.floor(place / SECONDS) + FIRST, second + (second < 0x3f ? 0x40 : 0x62)];
}
