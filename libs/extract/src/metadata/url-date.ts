import { calendarDay, type CalendarDay } from './calendar-day.ts';
import { monthNamed } from './month-names.ts';

/** What the address of a page tells of its day. */
export interface UrlDate {
  readonly year: number;
  readonly month: number;
  /** Absent where the address names no more than the month. */
  readonly day?: number;
}

const YEAR = /(?:19|20)\d{2}/;
const WHOLE = /(?<!\d)((?:19|20)\d{2})[/_.-](\d{1,2})[/_.-](\d{1,2})(?!\d)/;
const TOGETHER = /(?<![\da-f])((?:19|20)\d{2})(\d{2})(\d{2})(?![\da-f])/i;
const DAY_FIRST = /(?<!\d)(\d{1,2})[/_-](\d{1,2})[/_-]((?:19|20)\d{2})(?!\d)/;
const NAMED = /\/((?:19|20)\d{2})\/([a-z]{3,9})\/(\d{1,2})(?!\d)/i;
const MONTH_ONLY = /\/((?:19|20)\d{2})[/-](\d{2})(?=[/-])/;

/** The date in an address, as news sites and blogs write it there. */
export function urlDate(url: string): UrlDate | undefined {
  // Most addresses have no year, and need not be taken apart.
  if (!YEAR.test(url)) return undefined;
  const { pathname = '', search = '' } = URL.parse(url.slice(0, 2_000)) ?? {};
  const path = pathname + search;
  return whole(path) ?? monthOnly(path);
}

function whole(path: string): CalendarDay | undefined {
  const found = WHOLE.exec(path);
  const day = found === null ? undefined : figures(found[1], found[2], found[3]);
  if (day !== undefined) return day;
  const named = NAMED.exec(path);
  const month = named === null ? undefined : monthNamed(named[2]!);
  if (month !== undefined) return figures(named![1], String(month), named![3]);
  const together = TOGETHER.exec(path);
  const other = together === null ? undefined : figures(together[1], together[2], together[3]);
  if (other !== undefined) return other;
  const last = DAY_FIRST.exec(path);
  return last === null ? undefined : figures(last[3], last[2], last[1]);
}

function figures(year = '', month = '', day = ''): CalendarDay | undefined {
  return calendarDay(Number(year), Number(month), Number(day));
}

function monthOnly(path: string): UrlDate | undefined {
  const [, year = '', month = ''] = MONTH_ONLY.exec(path) ?? [];
  const first = figures(year, month, '1');
  if (first === undefined) return undefined;
  // /2015/08/150803-title
  const [, day] = new RegExp(`(?<!\\d)${year.slice(2)}${month}(\\d{2})(?!\\d)`).exec(path) ?? [];
  return figures(year, month, day) ?? { year: first.year, month: first.month };
}
