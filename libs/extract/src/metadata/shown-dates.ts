import { isoDay } from './calendar-day.ts';
import type { DateEvidence } from './date-evidence.ts';
import { dated } from './declared-dates.ts';
import { type DatedBy, METADATA_LIMITS } from './metadata.ts';
import { type DateRole, roleOfWords } from './date-words.ts';
import type { DatePlace } from './page-dates.ts';
import { writtenDates } from './written-date.ts';

/** A date that readers see, with the place where it stands. */
export interface ShownDate {
  readonly date: DatedBy;
  readonly place: DatePlace;
  /** By the words before it, else by the names of the elements around it. */
  readonly role: DateRole;
  /** How near it is to being the date of the page. */
  readonly score: number;
  /** It stands right at the headline. */
  readonly isNear: boolean;
}

/** The name of an element that holds comments; that a link to them has such a name too means nothing. */
const COMMENTS =
  /\b(?:id=["']?comments\b|class=["'][^"']{0,80}?(?:comment-?list|comments-(?:area|list)|comment-respond))/i;
const MAX_LOOKS = 200;
/** Words before a date that may say what it is of. */
const LABEL_CHARACTERS = 60;
const MAX_DATES_IN_TEXT = 3;
/** More words than a place and a name before a date make it part of a sentence. */
const SENTENCE_CHARACTERS = 40;
const SENTENCE_COST = 2;

const RIGHT_ABOVE = 3.5;
/** With this score a date is so likely that those farther off are not looked at. */
const GOOD_SCORE = 5;
const PLACES_FIRST_LOOKED_AT = 12;

/** Dates that readers see, the likeliest first. */
export function shownDates(evidence: DateEvidence): ShownDate[] {
  const near = withoutComments(evidence, shownNear(evidence, PLACES_FIRST_LOOKED_AT));
  if ((near[0]?.score ?? 0) >= GOOD_SCORE) return near;
  return withoutComments(evidence, shownNear(evidence, METADATA_LIMITS.datesLookedAt));
}

/** Those of the so many places that are nearest to the headline. */
export function shownNear(evidence: DateEvidence, maxPlaces: number): ShownDate[] {
  const { headingAt } = evidence;
  const shown: ShownDate[] = [];
  for (const place of evidence.places(maxPlaces)) {
    for (const { date, role, isInSentence } of datesAt(evidence, place)) {
      const score = scoreOf(place, role, headingAt) - (isInSentence ? SENTENCE_COST : 0);
      shown.push({ date, place, role, score, isNear: isAt(headingAt, place.at) });
    }
  }
  return sorted(shown);
}

function sorted(shown: readonly ShownDate[]): ShownDate[] {
  return shown.toSorted((a, b) => b.score - a.score || a.place.at - b.place.at);
}

/** The best may be that of a comment, as all behind it are then. */
function withoutComments({ page, headingAt }: DateEvidence, shown: ShownDate[]): ShownDate[] {
  const [best] = shown;
  if (best === undefined) return shown;
  const commentsAt = commentsBetween(page.html, Math.max(headingAt, 0), best.place.at);
  if (commentsAt === -1) return shown;
  return sorted(
    shown.map((one) => (one.place.at < commentsAt ? one : { ...one, score: one.score - 4 })),
  );
}

function commentsBetween(html: string, start: number, end: number): number {
  const part = html.slice(start, end);
  let at = part.indexOf('comment');
  for (let looks = 0; at !== -1 && looks < MAX_LOOKS; looks += 1) {
    if (COMMENTS.test(part.slice(Math.max(0, at - 100), at + 20))) return start + at;
    at = part.indexOf('comment', at + 7);
  }
  return -1;
}

interface DateInRole extends Pick<ShownDate, 'date' | 'role'> {
  /** Words stand before it that do not say what it is. */
  readonly isInSentence: boolean;
}

/** The date of a place; of a text with several in it, each with the words before it. */
function datesAt(evidence: DateEvidence, place: DatePlace): DateInRole[] {
  if (place.kind === 'time') {
    const date = dated(evidence, place.written, 'time');
    return date === undefined ? [] : [{ date, role: place.role, isInSentence: false }];
  }
  let from = 0;
  const found: DateInRole[] = [];
  for (const each of writtenDates(place.written, evidence.order)) {
    const words = place.written.slice(Math.max(from, each.start - LABEL_CHARACTERS), each.start);
    from = each.end;
    const day = isoDay(each);
    if (each.end <= place.before || !evidence.isPast(day)) continue;
    const said = roleOfWords(words);
    const role = said === 'plain' ? place.role : said;
    const isLabel = role === 'published' || place.isMarked;
    const isInSentence = said === 'plain' && each.start - place.before > SENTENCE_CHARACTERS;
    found.push({ date: { day, from: isLabel ? 'label' : 'text' }, role, isInSentence });
    if (found.length >= MAX_DATES_IN_TEXT) break;
  }
  return found;
}

function scoreOf(place: DatePlace, role: DateRole, headingAt: number): number {
  let score = 0;
  if (place.kind === 'time') score += 3;
  if (place.isMarked) score += 2;
  if (role === 'published') score += 3;
  if (role === 'modified') score -= 2;
  if (role === 'other') score -= 4;
  if (place.isBeside) score -= 4;
  if (place.length < 60) score += 2;
  else if (place.length > 150) score -= 3;
  if (headingAt !== -1) score += nearness(place.at - headingAt);
  return score;
}

function isAt(headingAt: number, at: number): boolean {
  return headingAt !== -1 && nearness(at - headingAt) >= RIGHT_ABOVE;
}

/** Right below the headline is best, right above it next; far above stand lists of other things. */
function nearness(distance: number): number {
  if (distance >= 0) {
    if (distance < 1_500) return 4;
    if (distance < 4_000) return 2.5;
    return distance < 15_000 ? 0.5 : -0.5;
  }
  return distance > -1_000 ? RIGHT_ABOVE : -1.5;
}
