const TWO_TO_THE_32 = 0x1_0000_0000;

/** Numbers in [0, 1) that are the same for the same seed, on every machine (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / TWO_TO_THE_32;
  };
}

/** The same for every run, so that a change passes or fails by itself and not by luck. */
const USUAL_SEED = 1;

/** The seed a random test uses: the usual one, the one in MAYFLY_TEST_SEED, or with `fresh` there a new one. */
export function testSeed(): number {
  const given = process.env.MAYFLY_TEST_SEED;
  if (given === undefined || given === '') return USUAL_SEED;
  if (given === 'fresh') return Math.floor(Math.random() * TWO_TO_THE_32);
  if (!/^\d+$/.test(given)) {
    throw new Error(`MAYFLY_TEST_SEED is neither a whole number nor "fresh": ${given}`);
  }
  return Number(given);
}

/** Runs a random test; when it fails, the failure says how to repeat it. */
export async function withSeed<T>(
  test: (random: () => number, seed: number) => T | Promise<T>,
  seed = testSeed(),
): Promise<T> {
  try {
    return await test(seededRandom(seed), seed);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`with MAYFLY_TEST_SEED=${seed}: ${reason}`, { cause });
  }
}
