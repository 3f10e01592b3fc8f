import { isoDay } from './calendar-day.ts';
import type { DateEvidence } from './date-evidence.ts';
import { type Dated, dated } from './declared-dates.ts';
import { type DatedBy, METADATA_LIMITS } from './metadata.ts';
import type { DatePlace } from './page-dates.ts';
import { writtenDates } from './written-date.ts';

/** A date that readers see, with the place where it stands. */
export interface ShownDate {
  readonly date: DatedBy;
  readonly place: DatePlace;
  /** How near it is to being the date of the page. */
  readonly score: number;
}

const COMMENTS = /\b(?:id|class)=["'](?:comments?["'\s-]|comment-?list|respond["'])/i;
const FAR_CHARACTERS = 3_000;

/** With this score a date is so likely that those farther off are not looked at. */
const GOOD_SCORE = 5;
const PLACES_FIRST_LOOKED_AT = 12;

/** Dates that readers see, the likeliest first. */
export function shownDates(evidence: DateEvidence): ShownDate[] {
  const near = shownNear(evidence, PLACES_FIRST_LOOKED_AT);
  return (near[0]?.score ?? 0) >= GOOD_SCORE ? near : shownNear(evidence, METADATA_LIMITS.dates);
}

/** Those of the so many places that are nearest to the headline. */
export function shownNear(evidence: DateEvidence, maxPlaces: number): ShownDate[] {
  const { headingAt } = evidence;
  const shown: ShownDate[] = [];
  for (const place of evidence.places(maxPlaces)) {
    const date = dateAt(evidence, place);
    if (date !== undefined) shown.push({ date, place, score: scoreOf(place, headingAt) });
  }
  return withoutComments(evidence.page.html, sorted(shown), headingAt);
}

function sorted(shown: readonly ShownDate[]): ShownDate[] {
  return shown.toSorted((a, b) => b.score - a.score || a.place.at - b.place.at);
}

/** Where the best stands far below the headline, it may be that of a comment, as all behind it are then. */
function withoutComments(html: string, shown: ShownDate[], headingAt: number): ShownDate[] {
  const from = Math.max(headingAt, 0);
  const [best] = shown;
  if (best === undefined || best.place.at < from + FAR_CHARACTERS) return shown;
  const found = COMMENTS.exec(html.slice(from, best.place.at));
  if (found === null) return shown;
  const commentsAt = from + found.index;
  return sorted(
    shown.map((one) => (one.place.at < commentsAt ? one : { ...one, score: one.score - 4 })),
  );
}

function dateAt(evidence: DateEvidence, place: DatePlace): Dated {
  if (place.kind === 'time') return dated(evidence, place.written, 'time');
  const [found] = writtenDates(place.written, evidence.order).filter(
    ({ end }) => end > place.before,
  );
  if (found === undefined) return undefined;
  const day = isoDay(found);
  if (!evidence.isPast(day)) return undefined;
  const isLabel = place.role === 'published' || place.isMarked;
  return { day, from: isLabel ? 'label' : 'text' };
}

function scoreOf(place: DatePlace, headingAt: number): number {
  let score = 0;
  if (place.kind === 'time') score += 3;
  if (place.isMarked) score += 2;
  if (place.role === 'published') score += 4;
  if (place.role === 'modified') score -= 2;
  if (place.role === 'other') score -= 4;
  if (place.isBeside) score -= 4;
  if (place.length < 60) score += 2;
  else if (place.length > 150) score -= 3;
  if (headingAt !== -1) score += nearness(place.at - headingAt);
  return score;
}

/** Right below the headline is best, right above it next; far above stand lists of other things. */
function nearness(distance: number): number {
  if (distance >= 0 && distance < 3_000) return 3;
  if (distance < 0 && distance > -1_500) return 2.5;
  if (distance >= 0 && distance < 15_000) return 1;
  return distance < 0 ? -1.5 : 0;
}
