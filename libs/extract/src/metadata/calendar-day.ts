/** A day as a page writes it, whatever its zone. */
export interface CalendarDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** Pages are no older than this, however old what they tell of is. */
export const EARLIEST_YEAR = 1995;

/** The day, where the calendar has it and the web was there. */
export function calendarDay(year: number, month: number, day: number): CalendarDay | undefined {
  if (!(year >= EARLIEST_YEAR && year < 2100 && month >= 1 && month <= 12 && day >= 1)) {
    return undefined;
  }
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day <= last ? { year, month, day } : undefined;
}

/** `YYYY-MM-DD`. */
export function isoDay({ year, month, day }: CalendarDay): string {
  const [m, d] = [month, day].map((number) => String(number).padStart(2, '0'));
  return `${year}-${m}-${d}`;
}

/** Two digits are of this century where that is not far ahead, else of the last. */
export function fullYear(written: string): number {
  const year = Number(written);
  if (written.length !== 2) return year;
  return year < 70 ? year + 2_000 : year + 1_900;
}
