import { canonicalOctets } from './canonical-path.ts';

/** A URL has at most 8,000 characters, so a pattern that needs more can match none. */
const LONGEST_PATTERN = 8_000;

/** The one spelling of a path pattern, or nothing where it can match no path. Takes octets. */
export function canonicalPattern(octets: string): string | undefined {
  if (!octets.startsWith('/') && !octets.startsWith('*')) return undefined;
  const anchored = octets.endsWith('$');
  const body = anchored ? octets.slice(0, -1) : octets;
  const pattern = body.split('*').map(canonicalOctets).join('*').replace(/\*+/g, '*');
  // A star at the end says nothing, and before the end it says that any end will do.
  const short = pattern.endsWith('*') ? pattern.slice(0, -1) : pattern;
  const end = anchored && short === pattern ? '$' : '';
  return short.length > LONGEST_PATTERN ? undefined : short + end;
}

/** Whether a canonical pattern matches the beginning (or with `$` the whole) of a canonical path. */
export type Matcher = (path: string) => boolean;

/**
 * The matcher of a canonical pattern. Between stars only the first place where a piece fits counts:
 * whatever matches later matches after it too. So each piece is looked for once, from left to right.
 */
export function matcherOf(pattern: string): Matcher {
  const anchored = pattern.endsWith('$');
  const [head = '', ...pieces] = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  if (pieces.length === 0) {
    return anchored ? (path) => path === head : (path) => path.startsWith(head);
  }
  const tail = anchored ? (pieces.pop() ?? '') : '';
  return (path) => {
    if (!path.startsWith(head)) return false;
    let at = head.length;
    for (const piece of pieces) {
      const found = path.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return !anchored || (path.length - tail.length >= at && path.endsWith(tail));
  };
}
