import { BROKEN, LEADS, pairDecoder, platformCodes } from './pair-decoder.ts';

/** Half-width katakana stand in one piece in both encodings. */
const FIRST_KANA = 0xa1;
const LAST_KANA = 0xdf;
const KANA = 0xff61 - FIRST_KANA;
/** Rows and cells of the national standards. */
const FIRST = 0xa1;
const LAST = 0xfe;
const CELLS = 94;
/** In Shift_JIS two rows have one first byte. */
const SECONDS = 188;
const SHIFTED_ROWS = 60;
/** Rows of Shift_JIS that are for characters of one's own. */
const OWN = { first: 8_836, last: 10_715, code: 0xe000 };
/** What the platform has behind this place of the second standard is of IBM. */
const LAST_SUPPLEMENTARY = 7_210;
/** The first byte of two that are kana, and of three that are of the second standard. */
const KANA_FOLLOWS = 0x8e;
const SUPPLEMENT_FOLLOWS = 0x8f;

let shifted: readonly number[] | undefined;

/**
 * Japanese as browsers read it. The platform's decoders know the same characters, but change three controls over and swallow
 * what follows a broken pair.
 */
export function shiftJisDecoder() {
  shifted ??= platformCodes(
    'shift_jis',
    Array.from({ length: SHIFTED_ROWS * SECONDS }, shiftedPair),
  );
  const codes = shifted;
  return pairDecoder({
    single: (byte) => {
      if (byte === 0x80) return byte;
      if (byte >= FIRST_KANA && byte <= LAST_KANA) return KANA + byte;
      return byte === 0xa0 || byte > 0xfc ? BROKEN : LEADS;
    },
    pair: (lead, byte) => {
      if (byte < 0x40 || byte === 0x7f || byte > 0xfc) return BROKEN;
      const row = lead - (lead < 0xa0 ? 0x81 : 0xc1);
      const place = row * SECONDS + byte - (byte < 0x7f ? 0x40 : 0x41);
      if (place >= OWN.first && place <= OWN.last) return OWN.code + place - OWN.first;
      return codes[place] || BROKEN;
    },
  });
}

function shiftedPair(_: unknown, place: number): readonly number[] {
  const [row, second] = [Math.floor(place / SECONDS), place % SECONDS];
  return [row + (row < 0x1f ? 0x81 : 0xc1), second + (second < 0x3f ? 0x40 : 0x41)];
}

let eucTables: { national: readonly number[]; supplementary: readonly number[] } | undefined;

export function eucJpDecoder() {
  eucTables ??= {
    national: platformCodes('euc-jp', Array.from({ length: CELLS * CELLS }, eucPair)),
    supplementary: platformCodes(
      'euc-jp',
      Array.from({ length: LAST_SUPPLEMENTARY + 1 }, (_, place) => [
        SUPPLEMENT_FOLLOWS,
        ...eucPair(_, place),
      ]),
    ),
  };
  const { national, supplementary } = eucTables;
  return pairDecoder({
    single: (byte) => {
      const leads = byte === KANA_FOLLOWS || byte === SUPPLEMENT_FOLLOWS || isCell(byte);
      return leads ? LEADS : BROKEN;
    },
    pair: (lead, byte) => {
      if (lead === KANA_FOLLOWS && byte >= FIRST_KANA && byte <= LAST_KANA) return KANA + byte;
      if (lead === SUPPLEMENT_FOLLOWS && isCell(byte)) return -(byte + 0x100);
      const row = (lead & 0xff) - FIRST;
      if (!isCell(byte) || row < 0) return BROKEN;
      const codes = lead > 0xff ? supplementary : national;
      return codes[row * CELLS + byte - FIRST] || BROKEN;
    },
  });
}

function isCell(byte: number): boolean {
  return byte >= FIRST && byte <= LAST;
}

function eucPair(_: unknown, place: number): readonly number[] {
  return [Math.floor(place / CELLS) + FIRST, (place % CELLS) + FIRST];
}
