import { calendarDay, type CalendarDay, fullYear } from './calendar-day.ts';
import { monthNamed } from './month-names.ts';

/** A date that stands in a text. */
export interface WrittenDate extends CalendarDay {
  /** Where it begins and ends in the text. */
  readonly start: number;
  readonly end: number;
  /** The same figures with day and month changed over, where nothing tells which is which. */
  readonly otherWay?: CalendarDay;
}

/** Which of the two comes first in figures like 03/04/2020. */
export type FieldOrder = 'day-first' | 'month-first';

const NUMBERED =
  /(?<![\d.,/–-])(\d{1,2}|\d{4})(\s?[./–-])\s?(\d{1,2})\2\s?(\d{4}|\d{1,2})(?!\d|[./–-]\d)/g;
const DAY_FIRST =
  /(?<![\d.,:])(\d{1,2})(?:st|nd|rd|th|er|\.|º|ª|°|-?го)?[\s,.\-/]{0,3}(?:of\s|de\s|d[’'])?(\p{L}{3,12})[\s,.\-/]{0,3}(?:de[l]?\s|of\s)?['’]?((?:19|20)\d{2}|\d{2})(?![\d:])/gu;
const MONTH_FIRST =
  /(?<!\p{L})(\p{L}{3,12})\.?[\s-]{0,2}(\d{1,2})(?:st|nd|rd|th|\.)?(?:,\s?|\s|-)\s?(?:\p{L}{3}\s|(?:at\s)?\d{1,2}:\d{2}(?::\d{2})?\s?(?:[ap]m)?,?\s)?((?:19|20)\d{2})(?!\d)/giu;
const YEAR_FIRST =
  /(?<!\d)((?:19|20)\d{2})[.,\s-]{1,3}(?:m\.\s)?(\p{L}{3,12})\.?[\s-]{1,2}(\d{1,2})(?!\d)/gu;
const IDEOGRAPHIC = /((?:19|20)\d{2})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})/g;
const VIETNAMESE = /(\d{1,2})\s(?:tháng\s)(\d{1,2})(?:,|\snăm)?\s((?:19|20)\d{2})/gi;

/** Every date has two numbers with something between them, and a year of four figures where the month or the year comes first. */
const TWO_NUMBERS = /\d\D{1,45}\d/;
const YEAR = /(?:19|20)\d{2}/;

/** Longer texts are not looked through to their end. */
const MAX_CHARACTERS = 4_000;
/**
 * Dates in a text, in its order. Figures that can be read both ways are read in the
 * order given.
 */
export function writtenDates(given: string, order: () => FieldOrder): WrittenDate[] {
  const text = given.slice(0, MAX_CHARACTERS);
  const found: WrittenDate[] = [];
  if (!TWO_NUMBERS.test(text)) return found;
  const take = (match: RegExpExecArray, day: CalendarDay | undefined, otherWay?: CalendarDay) => {
    if (day === undefined) return;
    const [start, end] = [match.index, match.index + match[0].length];
    if (found.some((one) => one.start < end && start < one.end)) return;
    found.push({ ...day, start, end, ...(otherWay === undefined ? {} : { otherWay }) });
  };
  if (/[年년]/.test(text)) {
    for (const match of text.matchAll(IDEOGRAPHIC))
      take(match, numbered(match[1], match[2], match[3]));
  }
  if (text.includes('tháng')) {
    for (const match of text.matchAll(VIETNAMESE))
      take(match, numbered(match[3], match[2], match[1]));
  }
  for (const match of text.matchAll(NUMBERED)) takeFigures(match, order, take);
  for (const match of text.matchAll(DAY_FIRST)) take(match, named(match[3], match[2], match[1]));
  if (!YEAR.test(text)) return found.sort((a, b) => a.start - b.start);
  for (const match of text.matchAll(MONTH_FIRST)) take(match, named(match[3], match[1], match[2]));
  for (const match of text.matchAll(YEAR_FIRST)) take(match, named(match[1], match[2], match[3]));
  return found.sort((a, b) => a.start - b.start);
}

type Take = (match: RegExpExecArray, day: CalendarDay | undefined, otherWay?: CalendarDay) => void;

function takeFigures(match: RegExpExecArray, order: () => FieldOrder, take: Take): void {
  const [, first = '', , middle, last = ''] = match;
  if (first.length === 4) {
    if (last.length < 4) take(match, numbered(first, middle, last));
    return;
  }
  if (last.length === 1) return;
  const dayFirst = numbered(last, middle, first);
  const monthFirst = numbered(last, first, middle);
  // With dots between them the day comes first all over the world.
  const isDotted = match[2]!.includes('.');
  if (dayFirst === undefined || monthFirst === undefined || isDotted) {
    take(match, dayFirst ?? (isDotted ? undefined : monthFirst));
  } else if (order() === 'day-first') take(match, dayFirst, monthFirst);
  else take(match, monthFirst, dayFirst);
}

function numbered(year = '', month = '', day = ''): CalendarDay | undefined {
  return calendarDay(fullYear(year), Number(month), Number(day));
}

function named(year = '', month = '', day = ''): CalendarDay | undefined {
  const number = monthNamed(month);
  return number === undefined ? undefined : calendarDay(fullYear(year), number, Number(day));
}

/** Which order the figures of a text can only be read in; undefined where they tell nothing. */
export function tellsOrder(text: string): FieldOrder | undefined {
  for (const [, first = '', between, middle] of text.matchAll(NUMBERED)) {
    if (first.length === 4 || between?.includes('.') === true) continue;
    if (Number(first) > 12 && Number(middle) <= 12) return 'day-first';
    if (Number(middle) > 12 && Number(first) <= 12) return 'month-first';
  }
  return undefined;
}
