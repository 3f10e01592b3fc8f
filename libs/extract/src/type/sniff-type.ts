import { signatureType } from './signatures.ts';

/** What a server calls things of which the content says less than it does. */
const CONTAINERS: Readonly<Record<string, RegExp>> = {
  'application/zip': /^application\/(?!zip|octet-stream|x-zip)/,
  'application/x-ole-storage': /^application\/(?!octet-stream)/,
  'application/x-gzip': /^application\/(?:gzip|x-gzip|x-tgz|x-tar|x-gtar|x-compressed-tar)/,
  'application/ogg': /^(?:audio|video)\//,
  'video/mp4': /^(?:audio|video)\//,
  'video/webm': /^audio\/webm/,
  'audio/wave': /^audio\//,
  'audio/mpeg': /^(?:audio|video)\//,
  'image/x-icon': /^image\/vnd\.microsoft\.icon/,
  'application/x-executable': /^application\/(?!octet-stream)/,
  'application/x-msdownload': /^application\/(?!octet-stream)/,
};

/**
 * The media type of bytes that are no text, whatever the server calls them; undefined for text. Where
 * the content only tells the container, the server's word for what is in it is kept.
 */
export function sniffBinaryType(bytes: Uint8Array, essence: string): string | undefined {
  const found = signatureType(bytes);
  return found !== undefined && CONTAINERS[found]?.test(essence) === true ? essence : found;
}
