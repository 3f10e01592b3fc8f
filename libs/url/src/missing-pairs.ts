/** Bytes by code point. */
type Pairs = Map<number, readonly number[]>;

const FIRST_HANGUL = 0xac00;
const LAST_HANGUL = 0xd7a3;

/**
 * The encoding standard's EUC-KR is Microsoft's, the platform's decoder is not: it lacks the syllables that
 * Microsoft added, all that KS X 1001 left out, in their order, in the rows and cells that were free.
 */
export function addUnifiedHangul(pairs: Pairs): void {
  const free = freePairs();
  for (let codePoint = FIRST_HANGUL; codePoint <= LAST_HANGUL; codePoint += 1) {
    if (pairs.has(codePoint)) continue;
    const next = free.next();
    if (next.done === true) return;
    pairs.set(codePoint, next.value);
  }
  // The euro and the registered sign came later.
  pairs.set(0x20ac, [0xa2, 0xe6]);
  pairs.set(0xae, [0xa2, 0xe7]);
}

function* freePairs(): Generator<readonly number[]> {
  for (let lead = 0x81; lead <= 0xc6; lead += 1) {
    const last = lead <= 0xa0 ? 0xfe : 0xa0;
    for (let trail = 0x41; trail <= last; trail += 1) {
      const isFree = trail <= 0x5a || (trail >= 0x61 && trail <= 0x7a) || trail >= 0x81;
      if (isFree) yield [lead, trail];
    }
  }
}

/** Pointer, first code point and length of what ETEN added to Big5 in one piece: numbers, kana, Cyrillic. */
const BIG5_RUNS = [
  [5_432, 0x2400, 32],
  [10_896, 0x2460, 10],
  [10_906, 0x2474, 10],
  [10_916, 0x2170, 10],
  [10_966, 0x3041, 83],
  [11_049, 0x30a1, 86],
  [11_135, 0x0410, 6],
  [11_141, 0x0401, 1],
  [11_142, 0x0416, 32],
  [11_174, 0x0451, 1],
  [11_175, 0x0436, 26],
] as const;

const FIRST_PRIVATE = 0xe000;
const LAST_PRIVATE = 0xf8ff;

/** The platform's Big5 has private characters where the standard's has those of ETEN. */
export function addBig5Runs(pairs: Pairs): void {
  for (const codePoint of [...pairs.keys()]) {
    if (codePoint >= FIRST_PRIVATE && codePoint <= LAST_PRIVATE) pairs.delete(codePoint);
  }
  for (const [firstPointer, first, length] of BIG5_RUNS) {
    for (let at = 0; at < length; at += 1) {
      if (!pairs.has(first + at)) pairs.set(first + at, big5Pair(firstPointer + at));
    }
  }
}

function big5Pair(pointer: number): readonly number[] {
  const trail = pointer % 157;
  return [Math.floor(pointer / 157) + 0x81, trail + (trail < 0x3f ? 0x40 : 0x62)];
}
