/** Names of streams in the directory of a compound file, and what has them. */
const STREAMS: readonly (readonly [name: string, type: string])[] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['__substg1.0_', 'application/vnd.ms-outlook'],
  ['VisioDocument', 'application/vnd.visio'],
];
const DIRECTORY_BYTES = 8_192;

/** What a compound file of older office programs is. */
export function oleType(bytes: Uint8Array): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const unknown = 'application/x-ole-storage';
  if (file.length < 512) return unknown;
  const sectorBytes = file.readUInt16LE(30) === 12 ? 4_096 : 512;
  const from = (file.readUInt32LE(48) + 1) * sectorBytes;
  const directory = file.subarray(from, from + DIRECTORY_BYTES);
  const found = STREAMS.find(([name]) => directory.includes(Buffer.from(name, 'utf16le')));
  return found?.[1] ?? unknown;
}
