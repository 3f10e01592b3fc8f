import type { Trap, TrapLimits } from '../trap-guard.ts';
import type { UrlParts } from './url-parts.ts';

/** Parameters that hold a year, and those that hold a whole date: of `update` and `candidate` four digits are a number. */
const YEAR_NAME =
  /(?:^|[^a-z])(?:y|yr|year|jahr|annee|anno|date|datum|cal|calendar)(?:$|[^a-z])|year$/;
const DATE_NAME =
  /(?:^|[^a-z])(?:month|mon|monat|day|week|from|to|start|end|since|until|before|after)(?:$|[^a-z])|date$/;

/** A year with a month, perhaps with a day: `2031-02`, `2031.2.14`, `20310214`. */
const DATE =
  /^(\d{4})(?:[-_.](?:0?[1-9]|1[0-2])(?:[-_.][0-3]?\d)?|(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01]))(?:T.*)?$/;
const YEAR = /^\d{4}$/;
const MONTH = /^(?:0?[1-9]|1[0-2]|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)$/i;
const CALENDAR_SEGMENT =
  /^(?:calendars?|kalender|calendrier|events?|agenda|termine|schedule|day|week|month|year)$/i;

/** Any other number is rather that of an article, an event or a place on a map, unless it stands where a calendar is turned. */
const FIRST_YEAR = 1_800;
const LAST_YEAR = 2_200;
const TURNED_SEGMENT = /^(?:calendars?|kalender|calendrier|day|week|month|year)$/i;

/** A calendar turns its pages for ever, so dates far from now are its own invention. */
export function calendarTrap(
  { segments, parameters }: UrlParts,
  { maxYearsAhead, maxYearsBack }: TrapLimits,
  nowMs: number,
): Trap | undefined {
  const thisYear = new Date(nowMs).getUTCFullYear();
  const asked = parameters.flatMap(({ name, value }) => yearInParameter(name, value) ?? []);
  const years = [...asked, ...segments.flatMap((_, at) => yearInPath(segments, at) ?? [])];
  if (years.some((year) => year > thisYear + maxYearsAhead)) {
    return { rule: 'calendar', reason: `a date more than ${maxYearsAhead} years ahead` };
  }
  // Archives in paths go back as far as they like; only a calendar that is asked for a date makes one up.
  if (asked.some((year) => year < thisYear - maxYearsBack)) {
    return { rule: 'calendar', reason: `a date more than ${maxYearsBack} years back` };
  }
  return undefined;
}

/** Four digits alone may be anything; before a month, behind a calendar's word or as a whole date they are a year. */
function yearInPath(segments: readonly string[], at: number): number | undefined {
  const segment = segments[at]!;
  const before = segments[at - 1] ?? '';
  const inCalendar = CALENDAR_SEGMENT.test(before);
  const isYear = YEAR.test(segment) && (inCalendar || MONTH.test(segments[at + 1] ?? ''));
  const year = isYear ? Number(segment) : yearOfDate(segment);
  return year !== undefined && (year <= LAST_YEAR || TURNED_SEGMENT.test(before))
    ? year
    : undefined;
}

function yearInParameter(name: string, value: string): number | undefined {
  const isYears = YEAR_NAME.test(name);
  if (isYears && YEAR.test(value)) return likelyYear(Number(value));
  return isYears || DATE_NAME.test(name)
    ? yearOfDate(value.replace(/%2F|\//gi, '-').replace(/%3A/gi, ':'))
    : undefined;
}

function likelyYear(year: number): number | undefined {
  return year >= FIRST_YEAR && year <= LAST_YEAR ? year : undefined;
}

function yearOfDate(text: string): number | undefined {
  const year = DATE.exec(text)?.[1];
  return year === undefined ? undefined : Number(year);
}
