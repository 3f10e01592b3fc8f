import { canonicalOctets, literalOctets } from './canonical-path.ts';

/** A URL has at most 8,000 characters, so a pattern that needs more can match none. */
const LONGEST_PATTERN = 8_000;

/**
 * The one spelling of the pattern of a rule, or nothing where it can match no path. Takes octets.
 *
 * Crawlers read percent-encoding in two ways: RFC 9309 decodes what needs no escape before it compares,
 * the widest used parser does not. So a rule that forbids is spelled as the RFC has it and counts for
 * either spelling of a path; one that allows counts only for the paths it names under both readings.
 */
export function canonicalPattern(octets: string, allow: boolean): string | undefined {
  if (!octets.startsWith('/') && !octets.startsWith('*')) return undefined;
  const spell = allow ? literalOctets : canonicalOctets;
  const anchored = octets.endsWith('$');
  const body = anchored ? octets.slice(0, -1) : octets;
  const pattern = body.includes('*') ? body.split(/\*+/).map(spell).join('*') : spell(body);
  // A star at the end says nothing, and before the end it says that any end will do.
  const short = pattern.endsWith('*') ? pattern.slice(0, -1) : pattern;
  const end = anchored && short === pattern ? '$' : '';
  return short.length > LONGEST_PATTERN ? undefined : short + end;
}

/** Whether a canonical pattern is more than the beginning of paths. */
export function isWild(pattern: string): boolean {
  return pattern.includes('*') || pattern.endsWith('$');
}

const STAR = 0x2a;
const DOLLAR = 0x24;

/** Whether a canonical pattern matches the beginning (or with `$` the whole) of a path. */
export function matchesPattern(pattern: string, path: string): boolean {
  const last = pattern.length - 1;
  for (let at = 0; at <= last; at += 1) {
    const code = pattern.charCodeAt(at);
    if (code === STAR) return matchesPieces(pattern, at, path);
    // In the text itself a dollar sign is escaped, so this one is the end.
    if (code === DOLLAR && at === last) return path.length === at;
    if (code !== path.charCodeAt(at)) return false;
  }
  return true;
}

/**
 * The part from the first star on. Between stars only the first place where a piece fits counts: whatever matches
 * later matches after it too. So each piece is looked for once, from left to right.
 */
function matchesPieces(pattern: string, firstStar: number, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const end = anchored ? pattern.length - 1 : pattern.length;
  let at = firstStar;
  let begin = firstStar + 1;
  for (;;) {
    const star = pattern.indexOf('*', begin);
    const piece = pattern.slice(begin, star < 0 ? end : star);
    if (star < 0 && anchored) return path.length - piece.length >= at && path.endsWith(piece);
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    if (star < 0) return true;
    at = found + piece.length;
    begin = star + 1;
  }
}
