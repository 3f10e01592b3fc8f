/** More than a link needs on the wire beside its words: tags, lengths, kind, flags and dates. */
const LINK_OVERHEAD_BYTES = 64;

/** The words of a link, which may be of any length. */
interface Worded {
  readonly url: string;
  readonly text: string;
  readonly language: string;
}

/** Cuts links into parts of at most so many bytes on the wire; without links there is one part, an empty one. */
export function cutLinks<L extends Worded>(
  links: readonly L[],
  maxBytes: number,
): readonly (readonly L[])[] {
  const parts: L[][] = [];
  let part: L[] = [];
  let bytes = 0;
  for (const link of links) {
    const { url, text, language } = link;
    const words = Buffer.byteLength(url) + Buffer.byteLength(text) + Buffer.byteLength(language);
    const size = words + LINK_OVERHEAD_BYTES;
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
