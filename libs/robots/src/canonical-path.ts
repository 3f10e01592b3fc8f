/** What needs no encoding anywhere in a URL (RFC 3986, "unreserved"). */
const UNRESERVED = /[\w.~-]/;

/** Escapes, and characters that have one. `*` and `$` have a meaning in patterns, so in paths they are escaped. */
const TO_CANONICAL = /%[0-9a-f]{2}|[^\w.~!&'()+,;=:@/?%-]|%/gi;

/** Text that every spelling leaves as it is. */
const PLAIN = /^[\w.~!&'()+,;=:@/?-]*$/;

const BEYOND_ASCII = /[^\x00-\x7f]/;

/** An escape of what needs none, or a character beyond ASCII: only with one of these do the two spellings of a path differ. */
const TWO_SPELLINGS = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])|[^\x00-\x7f]/i;

/** A path in the two spellings that patterns are compared with. */
export interface SpelledPath {
  /** With and without percent-encoding alike, as RFC 9309 has it: `%62` is `b`. */
  readonly canonical: string;
  /** As it was asked for: `%62` is not `b`, and a character beyond ASCII is not its escapes. */
  readonly literal: string;
}

/** A path with its query as patterns see it. */
export function spellPath(pathAndQuery: string): SpelledPath {
  const begun = pathAndQuery.startsWith('/') ? pathAndQuery : `/${pathAndQuery}`;
  if (PLAIN.test(begun)) return { canonical: begun, literal: begun };
  const canonical = canonicalOctets(octetsOf(begun));
  if (!TWO_SPELLINGS.test(begun)) return { canonical, literal: canonical };
  return { canonical, literal: begun.replace(TO_CANONICAL, literalPart) };
}

/**
 * One spelling for octets: RFC 9309 compares paths and patterns octet by octet, with and without
 * percent-encoding alike. The text is octets (one character each), never characters beyond 255.
 */
export function canonicalOctets(octets: string): string {
  if (PLAIN.test(octets)) return octets;
  return octets.replace(TO_CANONICAL, (part) => {
    if (part.length === 1) return escaped(part);
    const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
    return UNRESERVED.test(character) ? character : part.toUpperCase();
  });
}

/** The same, but what is escaped without need stays so. */
export function literalOctets(octets: string): string {
  if (PLAIN.test(octets)) return octets;
  return octets.replace(TO_CANONICAL, (part) =>
    part.length === 1 ? escaped(part) : part.toUpperCase(),
  );
}

function literalPart(part: string): string {
  if (part.length > 1) return part.toUpperCase();
  return BEYOND_ASCII.test(part) ? part : escaped(part);
}

/** Text as the octets of its UTF-8, one character each. */
export function octetsOf(text: string): string {
  return BEYOND_ASCII.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** Octets as the text that they are in UTF-8. */
export function textOf(octets: string): string {
  return BEYOND_ASCII.test(octets) ? Buffer.from(octets, 'latin1').toString('utf8') : octets;
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
