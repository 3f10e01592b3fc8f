/** Partition and first position of a block as a key whose byte order is the order of the log. */
export function blockKey(partition: number, position: number): Buffer {
  const key = Buffer.allocUnsafe(12);
  key.writeUInt32BE(partition, 0);
  key.writeBigUInt64BE(BigInt(position), 4);
  return key;
}

/** The position in such a key. */
export function positionOf(key: Uint8Array): number {
  const bytes = Buffer.from(key.buffer, key.byteOffset, key.byteLength);
  return Number(bytes.readBigUInt64BE(4));
}

/** Two numbers of one partition, such as its next position and the bytes ever put into it. */
export function encodePair(first: number, second: number): Buffer {
  const value = Buffer.allocUnsafe(16);
  value.writeDoubleBE(first, 0);
  value.writeDoubleBE(second, 8);
  return value;
}

/** The other way; two zeros for what was never written. */
export function decodePair(value: Uint8Array | undefined): readonly [number, number] {
  if (value === undefined) return [0, 0];
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return [bytes.readDoubleBE(0), bytes.readDoubleBE(8)];
}
