const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
const LOOKED_AT_BYTES = 4_194_304;
const MAX_NAMES = 500;

/** Containers by the folder in which their content lies. */
const FOLDERS: readonly (readonly [start: string, type: string])[] = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['visio/', 'application/vnd.ms-visio.drawing'],
  ['AndroidManifest.xml', 'application/vnd.android.package-archive'],
  ['META-INF/MANIFEST.MF', 'application/java-archive'],
];

/** What a zip file is: an office document, an e-book, or just a zip file. */
export function zipType(bytes: Uint8Array): string {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LOOKED_AT_BYTES));
  let names = 0;
  for (let at = 0; at >= 0 && names < MAX_NAMES; at = zip.indexOf(LOCAL_HEADER, at + 4)) {
    if (at + 30 > zip.length) break;
    names += 1;
    const name = zip.toString('latin1', at + 30, at + 30 + zip.readUInt16LE(at + 26));
    if (at === 0 && name === 'mimetype') return declaredType(zip);
    const folder = FOLDERS.find(([start]) => name.startsWith(start));
    if (folder !== undefined) return folder[1];
  }
  return 'application/zip';
}

/** E-books and OpenDocument files say in their first file, which is not packed, what they are. */
function declaredType(zip: Buffer): string {
  const from = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  const type = zip.toString('latin1', from, from + Math.min(200, zip.readUInt32LE(18)));
  return /^[\w.+/-]+\/[\w.+-]+$/.test(type.trim()) ? type.trim().toLowerCase() : 'application/zip';
}
