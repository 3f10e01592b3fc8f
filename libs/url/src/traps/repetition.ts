import type { Trap, TrapLimits } from '../trap-guard.ts';
import type { UrlParts } from './url-parts.ts';

/** Numbers and single letters come again in honest paths: `/2024/01/01/a/1/`. */
const MEANS_LITTLE = /^(?:\d+|.)$/;

/**
 * A relative link that a page gives wrongly makes a path that grows with every step: `/news/news/news/`,
 * `/a/b/a/b/a/b/`, or the same segment again and again between others.
 */
export function repetitionTrap(
  { segments }: UrlParts,
  { maxRepeats }: TrapLimits,
): Trap | undefined {
  if (segments.length <= maxRepeats) return undefined;
  if (mostOfOne(segments) > maxRepeats) {
    return { rule: 'repetition', reason: `a segment stands in it more than ${maxRepeats} times` };
  }
  const longest = Math.floor(segments.length / (maxRepeats + 1));
  for (let size = 1; size <= longest; size += 1) {
    if (longestRun(segments, size) >= size * maxRepeats) {
      return {
        rule: 'repetition',
        reason: `${size} segments in a row more than ${maxRepeats} times`,
      };
    }
  }
  return undefined;
}

function mostOfOne(segments: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const segment of segments) {
    if (!MEANS_LITTLE.test(segment)) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

/** How many segments in a row are the same as the one that stands so far before them. */
function longestRun(segments: readonly string[], before: number): number {
  let [run, longest] = [0, 0];
  for (let at = before; at < segments.length; at += 1) {
    run = segments[at] === segments[at - before] ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
