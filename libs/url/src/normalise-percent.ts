/** What needs no encoding anywhere in a URL (RFC 3986, "unreserved"). */
const UNRESERVED = /[\w.~-]/;

/** An escape, a percent sign that is none, or a character that RFC 3986 wants escaped in path and query. */
const TO_NORMALISE = /%[0-9a-f]{2}|[^\w.~!$&'()*+,;=:@/?-]/gi;

/**
 * One spelling for path and query: capital hex digits, no escape that is not needed, none missing.
 * The text comes from the URL parser, so everything outside ASCII is escaped already.
 */
export function normalisePercent(pathAndQuery: string): string {
  return pathAndQuery.replace(TO_NORMALISE, (part) => {
    if (part.length === 1) return escaped(part);
    const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
    return UNRESERVED.test(character) ? character : part.toUpperCase();
  });
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
