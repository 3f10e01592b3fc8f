/** Numbers that only depend on what they are for, never on who asked before. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from 0 to less than `end`. */
  below(end: number): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** One of the list, which must not be empty. */
  pick<T>(list: readonly T[]): T;
}

const TWO_TO_THE_32 = 0x1_0000_0000;

/** The random numbers of one thing: the same seed and the same names give the same numbers, on every machine. */
export function randomOf(seed: number, ...names: readonly (string | number)[]): Random {
  let state = hashOf(`${seed}/${names.join('/')}`);
  const next = (): number => {
    state = (state + 0x9e37_79b9) >>> 0;
    return scrambled(state) / TWO_TO_THE_32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    pick: (list) => list[below(list.length)]!,
  };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193);
  }
  return scrambled(hash >>> 0);
}

/** Every bit of the input moves every bit of the output (the finisher of splitmix for 32 bits). */
function scrambled(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x21f0_aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
