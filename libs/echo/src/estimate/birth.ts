/** When a page was born, and how that is known. */
export interface Birth {
  readonly at: number;
  readonly by: 'date' | 'middle';
}

/** How far before the first crawl of a source a page without a date may have been born, in seconds. */
const GUESSED_PAST = 86_400;

/**
 * A page was born between the last crawl of its source that did not show it and the first that did. A date that lies in
 * between is believed; otherwise it is the middle of the two. At a source's first crawl any earlier date is believed,
 * since nothing speaks against it.
 */
export function birthOf(
  published: number | null | undefined,
  {
    lastWithout,
    firstWith,
    known,
  }: { lastWithout: number | undefined; firstWith: number; known: number },
): Birth {
  const hasDate = typeof published === 'number' && Number.isFinite(published);
  const earliest = lastWithout ?? -Infinity;
  if (hasDate && published >= earliest && published <= firstWith)
    return { at: published, by: 'date' };
  const from = lastWithout ?? known - GUESSED_PAST;
  return { at: (from + firstWith) / 2, by: 'middle' };
}
