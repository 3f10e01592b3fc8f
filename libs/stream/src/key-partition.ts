const SEED = 0x9747b28c;
const MIX = 0x5bd1e995;

/** The partition of a key as Kafka's own clients choose it, so that other tools agree on both engines. */
export function keyPartition(key: Uint8Array, partitions: number): number {
  return (murmur2(key) & 0x7fffffff) % partitions;
}

function murmur2(data: Uint8Array): number {
  const { length } = data;
  const whole = length & ~3;
  let hash = SEED ^ length;
  for (let at = 0; at < whole; at += 4) {
    let word = data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16) | (data[at + 3]! << 24);
    word = Math.imul(word, MIX);
    word ^= word >>> 24;
    hash = Math.imul(hash, MIX) ^ Math.imul(word, MIX);
  }
  const rest = length - whole;
  if (rest >= 3) hash ^= data[whole + 2]! << 16;
  if (rest >= 2) hash ^= data[whole + 1]! << 8;
  if (rest >= 1) hash = Math.imul(hash ^ data[whole]!, MIX);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, MIX);
  return hash ^ (hash >>> 15);
}
