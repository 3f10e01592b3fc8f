import { gunzipSync } from 'node:zlib';

/** A file that is itself packed (`sitemap.xml.gz`), unpacked; undefined where it is not, or unpacks to too much. */
export function unpackedGzip(bytes: Uint8Array, maxBytes: number): Uint8Array | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return undefined;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}
