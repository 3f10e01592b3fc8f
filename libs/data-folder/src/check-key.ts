/** Longer keys are refused by LMDB with our page size. */
export const MAX_KEY_BYTES = 1978;

/** Refused here only its own work fails; LMDB would fail the whole group, and with it the environment. */
export function checkKey(key: Uint8Array): Uint8Array {
  if (key.length <= MAX_KEY_BYTES) return key;
  throw new RangeError(`a key has ${key.length} bytes, and ${MAX_KEY_BYTES} is the most`);
}
