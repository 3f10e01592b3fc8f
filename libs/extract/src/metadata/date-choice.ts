import { isoDay } from './calendar-day.ts';
import type { DateEvidence } from './date-evidence.ts';
import {
  type Dated,
  dated,
  jsonLdModified,
  jsonLdPublished,
  metaGeneral,
  metaModified,
  metaPublished,
  microdataModified,
  microdataPublished,
} from './declared-dates.ts';
import type { DatedBy } from './metadata.ts';
import { scriptPublished } from './script-date.ts';
import { inMonthOfAddress, lastResort } from './last-resort-date.ts';
import { type ShownDate, shownDates, shownNear } from './shown-dates.ts';
import { urlDate, type UrlDate } from './url-date.ts';

/** The two dates of a page. */
export interface ChosenDates {
  readonly published?: DatedBy;
  readonly modified?: DatedBy;
}

interface Vote {
  readonly date: DatedBy;
  readonly weight: number;
}

/** The weight of what readers see. */
const MAX_SHOWN_WEIGHT = 2.3;
/** Dates that readers see with less stand in a story, or belong to something else. */
const MIN_SCORE = 3;
/** Where the day is clear, what readers see may still tell when the page was changed, or that it was only built anew. */
const PLACES_WHEN_DECIDED = 4;
const SIDE_BY_SIDE_CHARACTERS = 400;
/** The weight of a date that the page calls just that. */
const GENERAL_WEIGHT = 2;
/** The weight of a day that is declared as that of the last change too, where readers see an earlier one. */
const REBUILT_WEIGHT = 1;
/** What the address says of the month counts for each day in it. */
const MONTH_WEIGHT = 1.5;

/**
 * When a page came out and when it was changed. What it declares, what its address says and what readers see each have a
 * vote for a day: they are wrong at times, but seldom wrong together. What readers see is looked at where it can decide.
 */
export function chosenDates(evidence: DateEvidence): ChosenDates {
  const address = urlDate(evidence.page.url);
  const declared = declaredVotes(evidence, address);
  const declaredModified = modifiedDeclared(evidence);
  const isRebuilt = ({ date }: Vote): boolean =>
    date.from !== 'url' && date.day === declaredModified?.day;
  const isDecided = lead(declared, address) > MAX_SHOWN_WEIGHT;
  const isDoubtful = declaredModified === undefined || declared.some(isRebuilt);
  const shown = isDecided
    ? shownNear(evidence, isDoubtful ? PLACES_WHEN_DECIDED : 0)
    : shownDates(evidence);
  const modified = declaredModified ?? modifiedShown(shown);
  const published =
    elected(allVotes(declared, shown, isRebuilt), address) ??
    scriptPublished(evidence) ??
    inMonthOfAddress(address, shown) ??
    dated(evidence, evidence.page.fullTitle, 'text') ??
    modified ??
    lastResort(evidence, shown);
  return {
    ...(published === undefined ? {} : { published }),
    // A page that was changed before it came out was not.
    ...(modified === undefined || modified.day < (published?.day ?? '') ? {} : { modified }),
  };
}

function declaredVotes(evidence: DateEvidence, address: UrlDate | undefined): Vote[] {
  const given: readonly (readonly [Dated, number])[] = [
    [metaPublished(evidence), 3.2],
    [jsonLdPublished(evidence), 3],
    [microdataPublished(evidence), 2.5],
    [dayOfAddress(evidence, address), 2.8],
    [metaGeneral(evidence), GENERAL_WEIGHT],
  ];
  return given.flatMap(([date, weight]) => (date === undefined ? [] : [{ date, weight }]));
}

/**
 * A date that is later than the one at the headline, and only called a date, is that of the last change. One that is called
 * the day of publication, and of the last change as well, may be the day on which the site was built anew.
 */
function allVotes(
  declared: readonly Vote[],
  shown: readonly ShownDate[],
  isRebuilt: (vote: Vote) => boolean,
): Vote[] {
  const seen = shownVotes(shown);
  const isLater = ({ date }: Vote): boolean => seen.some((each) => each.date.day < date.day);
  const believed = declared.flatMap((vote) => {
    if (!isLater(vote)) return [vote];
    if (vote.weight === GENERAL_WEIGHT) return [];
    return isRebuilt(vote) ? [{ ...vote, weight: REBUILT_WEIGHT }] : [vote];
  });
  return [...believed, ...seen];
}

function shownVotes(shown: readonly ShownDate[]): Vote[] {
  const usable = shown.filter(({ role }) => role !== 'modified' && role !== 'other');
  const changed = shown.filter(({ role, isNear }) => role === 'modified' && isNear);
  // Some only show when a page was changed: that is better than a date somewhere in its story.
  const isChange = changed.length > 0 && !usable.some(({ isNear }) => isNear);
  const [best, ...others] = isChange ? changed : usable;
  if (best === undefined || best.score < (isChange ? 0 : MIN_SCORE)) return [];
  // Of two side by side the later is that of the last change.
  const [first = best] = [best, ...others]
    .filter((one) => one.score === best.score && isBesideOf(one, best))
    .sort((a, b) => (a.date.day < b.date.day ? -1 : 1));
  return [{ date: first.date, weight: isChange ? 1 : weightShown(best.score) }];
}

function isBesideOf(one: ShownDate, other: ShownDate): boolean {
  return Math.abs(one.place.at - other.place.at) < SIDE_BY_SIDE_CHARACTERS;
}

/** A time element right at the headline has 10, a date somewhere in the text 2. */
function weightShown(score: number): number {
  if (score >= 9) return MAX_SHOWN_WEIGHT;
  return score >= 7 ? 1.8 : 1;
}

function dayOfAddress(evidence: DateEvidence, address: UrlDate | undefined): Dated {
  if (address?.day === undefined) return undefined;
  const day = isoDay({ ...address, day: address.day });
  return evidence.isPast(day) ? { day, from: 'url' } : undefined;
}

/** Days with the weight of their votes, the heaviest first. */
function counted(votes: readonly Vote[], address: UrlDate | undefined): [string, number][] {
  const sums = new Map<string, number>();
  for (const { date, weight } of votes) sums.set(date.day, (sums.get(date.day) ?? 0) + weight);
  const month = address === undefined ? undefined : isoDay({ ...address, day: 1 }).slice(0, 7);
  for (const [day, sum] of sums) {
    if (month !== undefined && day.startsWith(month)) sums.set(day, sum + MONTH_WEIGHT);
  }
  return [...sums].sort((a, b) => b[1] - a[1]);
}

/** How far ahead the heaviest day is of any other that may still come. */
function lead(votes: readonly Vote[], address: UrlDate | undefined): number {
  const [first, second] = counted(votes, address);
  if (first === undefined) return 0;
  return first[1] - Math.max(second?.[1] ?? 0, address === undefined ? 0 : MONTH_WEIGHT);
}

/** The heaviest day; of its dates that with an instant, else the plainest. */
function elected(votes: readonly Vote[], address: UrlDate | undefined): Dated {
  const [best] = counted(votes, address);
  const dates = votes.map(({ date }) => date).filter(({ day }) => day === best?.[0]);
  return dates.find(({ ms }) => ms !== undefined) ?? dates[0];
}

function modifiedDeclared(evidence: DateEvidence): Dated {
  return jsonLdModified(evidence) ?? metaModified(evidence) ?? microdataModified(evidence);
}

function modifiedShown(shown: readonly ShownDate[]): Dated {
  return shown.find(({ place, role }) => role === 'modified' && !place.isBeside)?.date;
}
