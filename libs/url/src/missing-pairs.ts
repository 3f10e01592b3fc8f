import { BIG5_ADDED } from './big5-added.ts';

/** Bytes by code point. */
type Pairs = Map<number, readonly number[]>;

const FIRST_HANGUL = 0xac00;
const LAST_HANGUL = 0xd7a3;

/**
 * The encoding standard's EUC-KR is Microsoft's, the platform's decoder is not: it lacks the syllables that
 * Microsoft added, all that KS X 1001 left out, in their order, in the rows and cells that were free.
 */
export function addUnifiedHangul(pairs: Pairs): void {
  removePrivate(pairs);
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

/** What stands before the row 0xA1 is read and never written. */
const FIRST_WRITTEN = 32 * 157;
const FIRST_PRIVATE = 0xe000;
const LAST_PRIVATE = 0xf8ff;

/** The platform's Big5 has private characters, or none, where the standard's has those of ETEN and Hong Kong. */
export function addBig5Pairs(pairs: Pairs): void {
  removePrivate(pairs);
  for (const [first, characters] of BIG5_ADDED) {
    Array.from(characters).forEach((character, at) => {
      if (first + at < FIRST_WRITTEN) return;
      const codePoint = character.codePointAt(0)!;
      const pair = big5Pair(first + at);
      // Of two places the first is written.
      if (numberOf(pair) < numberOf(pairs.get(codePoint))) pairs.set(codePoint, pair);
    });
  }
}

function numberOf([lead = Number.POSITIVE_INFINITY, trail = 0]: readonly number[] = []): number {
  return lead * 256 + trail;
}

/** The platform has characters for one's own use in rows that the standard leaves free. */
function removePrivate(pairs: Pairs): void {
  for (const codePoint of [...pairs.keys()]) {
    if (codePoint >= FIRST_PRIVATE && codePoint <= LAST_PRIVATE) pairs.delete(codePoint);
  }
}

function big5Pair(place: number): readonly number[] {
  const trail = place % 157;
  return [Math.floor(place / 157) + 0x81, trail + (trail < 0x3f ? 0x40 : 0x62)];
}
