/** Kinds of characters that texts are looked through for, as bits. */
export const KIND = { space: 1, otherSpace: 2, figure: 4, ampersand: 8 } as const;

/** What each character is; 0 is any other. */
export const KINDS = new Uint8Array(0x1_0000);
KINDS[0x20] = KIND.space;
// All that `\s` takes beside the plain space.
KINDS.fill(KIND.otherSpace, 0x09, 0x0e);
KINDS.fill(KIND.otherSpace, 0x2000, 0x200b);
for (const code of [0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]) {
  KINDS[code] = KIND.otherSpace;
}
KINDS.fill(KIND.figure, 0x30, 0x3a);
KINDS[0x26] = KIND.ampersand;
