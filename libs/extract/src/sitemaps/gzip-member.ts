/** Behind the data of each member stand its sum and its length. */
export const TAIL_BYTES = 8;
/** A head with the longest field for extras, and names longer than any that a file has. */
export const LONGEST_HEAD_BYTES = 131_072;
/** A gzip file may be several, one behind the other; so many nobody packs. */
export const MOST_MEMBERS = 1_000;

/** Whether bytes are packed with gzip. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Whether behind the end of a member another one begins; all else there is nothing. */
export function isMember(bytes: Uint8Array): boolean {
  return isGzip(bytes) && bytes[2] === 8;
}

/** Where the head of gzip ends (RFC 1952): ten bytes, and what its flags say follows. */
export function gzipHeadBytes(bytes: Uint8Array): number {
  const flags = bytes[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const text of [8, 16]) {
    if ((flags & text) === 0) continue;
    const end = bytes.indexOf(0, at);
    at = end < 0 ? bytes.length : end + 1;
  }
  return (flags & 2) === 0 ? at : at + 2;
}

/** Whether bytes begin with the tail of a member whose data have this sum and this length. */
export function isTailOf(bytes: Uint8Array, sum: number, length: number): boolean {
  if (bytes.length < TAIL_BYTES) return false;
  const tail = new DataView(bytes.buffer, bytes.byteOffset, TAIL_BYTES);
  return tail.getUint32(0, true) === sum && tail.getUint32(4, true) === length % 2 ** 32;
}
