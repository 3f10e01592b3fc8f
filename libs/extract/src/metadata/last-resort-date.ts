import { calendarDay, isoDay } from './calendar-day.ts';
import type { DateEvidence } from './date-evidence.ts';
import type { Dated } from './declared-dates.ts';
import { attributeDate } from './script-date.ts';
import type { ShownDate } from './shown-dates.ts';
import { firstAt, type SoughtWord } from './places-of.ts';
import type { UrlDate } from './url-date.ts';

const COPYRIGHT_SIGNS: readonly SoughtWord[] = [
  { before: '', end: '©' },
  { before: '', end: '&copy;' },
  { before: '', end: '&#169;' },
];
/** Scripts that are written out in a page have a copyright too, in words: those count at its foot alone. */
const COPYRIGHT_WORDS: readonly SoughtWord[] = [
  ...COPYRIGHT_SIGNS,
  { before: '', end: '(c)' },
  { before: '', end: '(C)' },
  { before: 'op', end: 'yright' },
  { before: 'OP', end: 'YRIGHT' },
];
const COPYRIGHT_YEARS =
  /^[^\s<>\d]{1,8}[^<>\d]{0,40}((?:19|20)\d{2})(?:\s?[-–]\s?((?:19|20)\d{2}))?/;
const FOOT_CHARACTERS = 20_000;
const MOST_COPYRIGHTS = 50;

/** Any date in the month that the address names, else the first of that month. */
export function inMonthOfAddress(address: UrlDate | undefined, shown: readonly ShownDate[]): Dated {
  if (address === undefined) return undefined;
  const first = isoDay({ ...address, day: 1 });
  const within = shown.find(({ date }) => date.day.startsWith(first.slice(0, 7)));
  return within?.date ?? { day: first, from: 'url' };
}

/** What is left where nothing calls itself a date of the page: any date in it or in its markup, or its copyright. */
export function lastResort(evidence: DateEvidence, shown: readonly ShownDate[]): Dated {
  return shown[0]?.date ?? attributeDate(evidence) ?? copyright(evidence);
}

function copyright(evidence: DateEvidence): Dated {
  const { html } = evidence.page;
  const found =
    copyrightYears(html.slice(-FOOT_CHARACTERS), COPYRIGHT_WORDS) ??
    copyrightYears(html, COPYRIGHT_SIGNS);
  const day = found === undefined ? undefined : calendarDay(Number(found[2] ?? found[1]), 1, 1);
  if (day === undefined || !evidence.isPast(isoDay(day))) return undefined;
  return { day: isoDay(day), from: 'copyright' };
}

function copyrightYears(html: string, words: readonly SoughtWord[]): RegExpExecArray | undefined {
  return firstAt(
    html,
    words,
    MOST_COPYRIGHTS,
    (at) => COPYRIGHT_YEARS.exec(html.slice(at, at + 100)) ?? undefined,
  );
}
