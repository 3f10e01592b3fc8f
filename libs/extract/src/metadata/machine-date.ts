import { parseFeedDate } from '../feeds/feed-date.ts';
import { calendarDay, type CalendarDay, isoDay } from './calendar-day.ts';
import { type FieldOrder, writtenDates } from './written-date.ts';

/** A day, and the instant where the page tells it with time and zone. */
export interface PageDate {
  /** `YYYY-MM-DD` as the page writes it, whatever its zone. */
  readonly day: string;
  readonly ms?: number;
}

const ISO = /^\s*(\d{4})-?(\d{2})-?(\d{2})(?!\d{2,})/;
const EPOCH = /^\s*(\d{10})(?:\d{3})?\s*$/;
const YEAR_AND_MONTH = /^\s*(\d{4})[-/](\d{1,2})\s*$/;
const HAS_TIME_AND_ZONE =
  /\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]m\s*)?(?:z|[+-]\d{2}:?\d{2}|utc|gmt|[ecmp][sd]t|ce?s?t)/i;

/** A date as attributes and structured data write it: ISO 8601 and its kin, seconds since 1970, or in words. */
export function machineDate(text: string, order: () => FieldOrder): PageDate | undefined {
  const written = text.slice(0, 100);
  const epoch = EPOCH.exec(written);
  if (epoch !== null) return instant(Number(epoch[1]) * 1_000);
  const day = dayOf(written, order);
  if (day === undefined) return undefined;
  const ms = HAS_TIME_AND_ZONE.test(written) ? parseFeedDate(written) : undefined;
  return ms === undefined ? { day: isoDay(day) } : { day: isoDay(day), ms };
}

function dayOf(written: string, order: () => FieldOrder): CalendarDay | undefined {
  const iso = ISO.exec(written);
  if (iso !== null) return calendarDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [found] = writtenDates(written, order);
  if (found !== undefined) return found;
  const month = YEAR_AND_MONTH.exec(written);
  return month === null ? undefined : calendarDay(Number(month[1]), Number(month[2]), 1);
}

function instant(ms: number): PageDate | undefined {
  const date = new Date(ms);
  const day = calendarDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
  return day === undefined ? undefined : { day: isoDay(day), ms };
}
