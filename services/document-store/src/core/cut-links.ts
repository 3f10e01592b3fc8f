/** More than a link needs on the wire beside its URL: tags, lengths, kind and flag. */
const LINK_OVERHEAD_BYTES = 16;

/** Cuts links into parts of at most so many bytes on the wire; without links there is one part, an empty one. */
export function cutLinks<L extends { readonly url: string }>(
  links: readonly L[],
  maxBytes: number,
): readonly (readonly L[])[] {
  const parts: L[][] = [];
  let part: L[] = [];
  let bytes = 0;
  for (const link of links) {
    const size = Buffer.byteLength(link.url) + LINK_OVERHEAD_BYTES;
    if (bytes + size > maxBytes && part.length > 0) {
      parts.push(part);
      [part, bytes] = [[], 0];
    }
    part.push(link);
    bytes += size;
  }
  parts.push(part);
  return parts;
}
