/** Whether a text matches a pattern that was made ready. */
export type StarMatcher = (text: string) => boolean;

/**
 * The matcher of a pattern in which `*` is any characters and `$` at the end is the end; without it the beginning
 * is enough. Between stars the first place where a piece fits is as good as any, so nothing is tried twice, whatever
 * the pattern: no regular expression is made of what somebody writes.
 */
export function starMatcher(pattern: string): StarMatcher {
  const anchored = pattern.endsWith('$');
  const [head = '', ...pieces] = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  if (pieces.length === 0) {
    return anchored ? (text) => text === head : (text) => text.startsWith(head);
  }
  const tail = anchored ? (pieces.pop() ?? '') : '';
  return (text) => {
    if (!text.startsWith(head)) return false;
    let at = head.length;
    for (const piece of pieces) {
      const found = text.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return !anchored || (text.length - tail.length >= at && text.endsWith(tail));
  };
}
