import { addBig5Pairs, addUnifiedHangul } from './missing-pairs.ts';

/** The bytes of a code point beyond ASCII in one encoding; undefined where it has none. */
export type CodeTable = (codePoint: number) => readonly number[] | undefined;

interface Layout {
  readonly leads: readonly [number, number];
  readonly trails: readonly [number, number];
  /** Pairs that are read but never written. */
  readonly readOnly?: (lead: number, trail: number) => boolean;
  /** Code points of which the standard writes the last of their pairs, not the first. */
  readonly lastOf?: ReadonlySet<number>;
  /** Code points that are written as another one, or as other bytes. */
  readonly instead?: Readonly<Record<number, number>>;
}

/** In Big5 the Hong Kong pairs below 0xA1 are never written; some box drawings and numerals take their last pair. */
const BIG5: Layout = {
  leads: [0x81, 0xfe],
  trails: [0x40, 0xfe],
  readOnly: (lead) => lead < 0xa1,
  lastOf: new Set([0x2550, 0x255e, 0x2561, 0x256a, 0x5341, 0x5345]),
};

const MINUS = { 0x2212: 0xff0d };

const LAYOUTS: Readonly<Record<string, Layout>> = {
  big5: BIG5,
  'euc-kr': { leads: [0x81, 0xfe], trails: [0x41, 0xfe] },
  'euc-jp': { leads: [0xa1, 0xfe], trails: [0xa1, 0xfe], instead: MINUS },
  // Rows that NEC took over from IBM (pointers 8272 to 8835) are written from IBM's own place.
  shift_jis: {
    leads: [0x81, 0xfc],
    trails: [0x40, 0xfc],
    readOnly: (lead) => lead === 0xed || lead === 0xee,
    instead: MINUS,
  },
};

/** The half-width katakana, which have bytes of their own in Japanese encodings. */
const HALF_WIDTH = { first: 0xff61, last: 0xff9f };

/** The table of any encoding but the ones with states or ranges, made by reading every byte and pair. */
export function codeTable(encoding: string): CodeTable {
  const layout = LAYOUTS[encoding];
  if (layout === undefined) return singleByteTable(encoding);
  const pairs = pairTable(encoding, layout);
  if (encoding === 'big5') addBig5Pairs(pairs);
  if (encoding === 'euc-kr') addUnifiedHangul(pairs);
  if (encoding === 'big5' || encoding === 'euc-kr') return (codePoint) => pairs.get(codePoint);
  const prefix = encoding === 'euc-jp' ? [0x8e] : [];
  return (codePoint) => {
    if (codePoint === 0xa5) return [0x5c];
    if (codePoint === 0x203e) return [0x7e];
    // Shift_JIS writes U+0080 as it is.
    if (codePoint === 0x80) return encoding === 'shift_jis' ? [0x80] : undefined;
    if (codePoint >= HALF_WIDTH.first && codePoint <= HALF_WIDTH.last) {
      return [...prefix, codePoint - HALF_WIDTH.first + 0xa1];
    }
    return pairs.get(layout.instead?.[codePoint] ?? codePoint);
  };
}

function singleByteTable(encoding: string): CodeTable {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map<number, readonly number[]>();
  for (let byte = 0x80; byte <= 0xff; byte += 1) {
    const codePoint = decoder.decode(Uint8Array.of(byte)).codePointAt(0)!;
    if (codePoint !== 0xfffd && !bytes.has(codePoint)) bytes.set(codePoint, [byte]);
  }
  return (codePoint) => bytes.get(codePoint);
}

function pairTable(
  encoding: string,
  { leads, trails, readOnly, lastOf }: Layout,
): Map<number, readonly number[]> {
  const decoder = new TextDecoder(encoding);
  const pairs = new Map<number, readonly number[]>();
  for (let lead = leads[0]; lead <= leads[1]; lead += 1) {
    for (let trail = trails[0]; trail <= trails[1]; trail += 1) {
      if (readOnly?.(lead, trail) === true) continue;
      const codePoint = onlyCodePoint(decoder.decode(Uint8Array.of(lead, trail)));
      if (codePoint === undefined) continue;
      if (!pairs.has(codePoint) || lastOf?.has(codePoint) === true)
        pairs.set(codePoint, [lead, trail]);
    }
  }
  return pairs;
}

/** The one code point of a text; undefined where there are more, or it stands for an error. */
function onlyCodePoint(text: string): number | undefined {
  const codePoint = text.codePointAt(0);
  if (codePoint === undefined || codePoint === 0xfffd || codePoint < 0x80) return undefined;
  return text.length === (codePoint > 0xffff ? 2 : 1) ? codePoint : undefined;
}

/** GBK and GB18030: pairs, and in the latter four bytes for everything else in Unicode. */
export function gb18030Table(encoding: 'gbk' | 'gb18030'): CodeTable {
  const layout = { leads: [0x81, 0xfe], trails: [0x40, 0xfe] } as const;
  const pairs = pairTable('gb18030', layout);
  const fours = encoding === 'gb18030' ? fourByteTable(pairs) : undefined;
  return (codePoint) => {
    // The standard maps this private one to nothing, so that it cannot hide another.
    if (codePoint === 0xe5e5) return undefined;
    if (encoding === 'gbk' && codePoint === 0x20ac) return [0x80];
    return pairs.get(codePoint) ?? fours?.(codePoint);
  };
}

/** Pointer of the first code point past the Basic Multilingual Plane; before it the rest of that plane stands in order. */
const FIRST_SUPPLEMENTARY = 189_000;
const LAST_BASIC = 39_419;

function fourByteTable(pairs: ReadonlyMap<number, readonly number[]>): CodeTable {
  const decoder = new TextDecoder('gb18030');
  const pointers = new Map<number, number>();
  for (let pointer = 0; pointer <= LAST_BASIC; pointer += 1) {
    const codePoint = onlyCodePoint(decoder.decode(Uint8Array.from(fourBytes(pointer))));
    if (codePoint !== undefined && !pairs.has(codePoint)) pointers.set(codePoint, pointer);
  }
  return (codePoint) => {
    const pointer =
      codePoint > 0xffff ? FIRST_SUPPLEMENTARY + codePoint - 0x10000 : pointers.get(codePoint);
    return pointer === undefined ? undefined : fourBytes(pointer);
  };
}

function fourBytes(pointer: number): number[] {
  return [
    Math.floor(pointer / 12_600) + 0x81,
    (Math.floor(pointer / 1_260) % 10) + 0x30,
    (Math.floor(pointer / 10) % 126) + 0x81,
    (pointer % 10) + 0x30,
  ];
}
