/** What is kept of one document at most; the rest is left out, and the document says so. */
export interface Limits {
  readonly maxLinks: number;
  readonly maxTextCharacters: number;
  readonly maxTitleCharacters: number;
  /** How deep XML may be nested before the rest of it is not read. */
  readonly maxDepth: number;
  /** Characters of one tag or document type declaration of XML. */
  readonly maxTokenCharacters: number;
  /** Characters of one text of a feed. */
  readonly maxFieldCharacters: number;
  /** What a packed sitemap or feed may unpack to. */
  readonly maxUnpackedBytes: number;
}

/** A sitemap may name 50,000 URLs and have 50 MB. */
export const LIMITS: Limits = {
  maxLinks: 100_000,
  maxTextCharacters: 5_000_000,
  maxTitleCharacters: 500,
  maxDepth: 1_000,
  maxTokenCharacters: 1_048_576,
  maxFieldCharacters: 1_048_576,
  maxUnpackedBytes: 52_428_800,
};
