/** What needs no encoding anywhere in a URL (RFC 3986, "unreserved"). */
const UNRESERVED = /[\w.~-]/;

/** Escapes, and characters that have one. `*` and `$` have a meaning in patterns, so in paths they are escaped. */
const TO_CANONICAL = /%[0-9a-f]{2}|[^\w.~!&'()+,;=:@/?%-]|%/gi;

/**
 * One spelling for octets: RFC 9309 compares paths and patterns octet by octet, with and without
 * percent-encoding alike. The text is octets (one character each), never characters beyond 255.
 */
export function canonicalOctets(octets: string): string {
  return octets.replace(TO_CANONICAL, (part) => {
    if (part.length === 1) return part === '%' ? '%25' : escaped(part);
    const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
    return UNRESERVED.test(character) ? character : part.toUpperCase();
  });
}

/** A path with its query as patterns see it. */
export function canonicalPath(pathAndQuery: string): string {
  const begun = pathAndQuery.startsWith('/') ? pathAndQuery : `/${pathAndQuery}`;
  return canonicalOctets(octetsOf(begun));
}

const BEYOND_OCTETS = /[^\x00-\xff]/;
const BEYOND_ASCII = /[^\x00-\x7f]/;

/** Text as the octets of its UTF-8, one character each. */
export function octetsOf(text: string): string {
  return BEYOND_ASCII.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** Octets as the text that they are in UTF-8. */
export function textOf(octets: string): string {
  if (BEYOND_OCTETS.test(octets)) throw new RangeError('not octets');
  return BEYOND_ASCII.test(octets) ? Buffer.from(octets, 'latin1').toString('utf8') : octets;
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
