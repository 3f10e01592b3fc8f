import { monthNamed } from '../metadata/month-names.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Hours from UTC of the names that RFC 822 has, and some that people use. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 1,
  bst: 1,
  cet: 1,
  cest: 2,
  met: 1,
  mest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  est: -5,
  edt: -4,
  et: -5,
  cst: -6,
  cdt: -5,
  ct: -6,
  mst: -7,
  mdt: -6,
  mt: -7,
  pst: -8,
  pdt: -7,
  pt: -8,
  akst: -9,
  akdt: -8,
  hst: -10,
  ast: -4,
  adt: -3,
  nst: -3.5,
  ist: 5.5,
  jst: 9,
  kst: 9,
  sgt: 8,
  hkt: 8,
  aest: 10,
  aedt: 11,
  acst: 9.5,
  acdt: 10.5,
  awst: 8,
  nzst: 12,
  nzdt: 13,
};

const TIME = String.raw`(\d{1,2})(?::?(\d{2}))?(?::?(\d{2})(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\b\.?)?`;
const ZONE = String.raw`\s*(?:\(?(?:gmt|utc)?\s*([+-])\s*(\d{1,2}):?(\d{2})?\)?|\(?([a-z]{1,5})\)?)?`;
const CLOCK = new RegExp(`^${TIME}${ZONE}`, 'i');
/** ISO 8601 and W3C-DTF: also of less than a day, without hyphens or zeros before figures, and by the day of the year. */
const ISO =
  /^([+-]?\d{4})(?:-?(\d{2})(?:-?(\d{2}))?|-(\d{3})|-(\d{1,2})-(\d{1,2}))?(?=$|[t\s]|\d{6}$)[t\s]*/i;
/** What most sitemaps have, a million times, and what the language itself can read. */
const EXACT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d))?$/;
/** What stands between a day and its time: a space, a comma, or ` - ` as content management systems have it. */
const BEFORE_TIME = String.raw`(?:\s[-–|]\s|[\s,])*`;
/** Mon, 01 Jan 2004; also without the day's name, with hyphens, or with the month in full, in any language. */
const DAY_FIRST = new RegExp(
  String.raw`^(?:[\p{L}.]+,?\s*)?(\d{1,2})(?:st|nd|rd|th)?[\s.-]*(?:de\s+)?(\p{L}{3,})[\s.,-]*(?:del?\s+)?'?(\d{4}|\d{2})(?!\d|:)${BEFORE_TIME}`,
  'iu',
);
/** Jan 1, 2004, and with the day's name before it. */
const MONTH_FIRST = new RegExp(
  String.raw`^(?:\p{L}{3,}\.?,?\s+)??(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d|:)${BEFORE_TIME}(?:at\s+)?`,
  'iu',
);
/** Thu Jan 1 19:48:21 GMT 2004, as C writes it. */
const C_DATE =
  /^[a-z]{3,9},?\s+([a-z]{3})[a-z]*\s+(\d{1,2})\s+(\d{1,2}:\d{2}(?::\d{2})?)\s*([a-z]{2,5}|[+-]\d{4})?\s+(\d{4})$/i;
/** 2004/01/31, 31.01.2004, or the American 01/31/2004, also behind the day's name. */
const FIGURES = new RegExp(
  String.raw`^(?:\p{L}{2,12}\.?,?\s+)?(?:(\d{4})[/.](\d{1,2})[/.](\d{1,2})|(\d{1,2})([/.])(\d{1,2})\5(\d{4}))(?!\d)${BEFORE_TIME}`,
  'u',
);
/** Databases that know no date write a year long before. */
const EARLIEST_YEAR = 1_900;
const EARLIEST_MS = Date.UTC(EARLIEST_YEAR, 0);

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/**
 * Milliseconds since 1970 of a date as feeds and sitemaps write it: RFC 822 and its variants, ISO 8601,
 * W3C-DTF. What has no time is midnight, what has no zone is UTC; undefined where it cannot be read.
 */
export function parseFeedDate(text: string): number | undefined {
  if (EXACT.test(text)) {
    const ms = Date.parse(text);
    if (Number.isFinite(ms)) return ms < EARLIEST_MS ? undefined : ms;
  }
  const date = text.slice(0, 100).trim().replace(/\s+/g, ' ');
  if (date === '') return undefined;
  if (/^\d{9,10}$/.test(date)) return Number(date) * 1_000;
  if (/^\d{13}$/.test(date)) return Number(date);
  const c = C_DATE.exec(date);
  if (c !== null) {
    return at(named(c[5], c[1], c[2]), `${c[3]!} ${c[4] ?? ''}`);
  }
  return (
    tried(date, ISO, ([, year, month = '1', day = '1', ordinal, m = month, d = day]) =>
      ordinal === undefined ? numbered(year, m, d) : numbered(year, '1', ordinal),
    ) ??
    tried(date, DAY_FIRST, ([, day, month, year]) => named(year, month, day)) ??
    tried(date, MONTH_FIRST, ([, month, day, year]) => named(year, month, day)) ??
    tried(date, FIGURES, ([, y, m, d, first, between, second, year]) => {
      if (y !== undefined) return numbered(y, m, d);
      const isDayFirst = between === '.' || Number(first) > 12;
      return isDayFirst ? numbered(year, second, first) : numbered(year, first, second);
    })
  );
}

function tried(
  date: string,
  form: RegExp,
  dayOf: (found: RegExpExecArray) => Day | undefined,
): number | undefined {
  const found = form.exec(date);
  return found === null ? undefined : at(dayOf(found), date.slice(found[0].length));
}

function numbered(year = '', month = '', day = ''): Day | undefined {
  const found = { year: Number(year), month: Number(month) - 1, day: Number(day) };
  return found.month >= 0 && found.month < 12 && found.day > 0 && found.day <= 366
    ? found
    : undefined;
}

function named(year = '', month = '', day = ''): Day | undefined {
  const number = monthOf(month.toLowerCase());
  if (number < 0 || Number(day) < 1 || Number(day) > 31) return undefined;
  const short = Number(year);
  // RFC 2822, 4.3: two digits below 50 are of this century.
  const full = year.length > 2 ? short : short + (short < 50 ? 2_000 : 1_900);
  return { year: full, month: number, day: Number(day) };
}

/** Months are often written in the language of the site; of English ones the first letters are enough. */
function monthOf(name: string): number {
  const short = MONTHS.indexOf(name.slice(0, 3));
  if (short >= 0 && name.length === 3) return short;
  const named = monthNamed(name);
  return named === undefined ? short : named - 1;
}

function at(day: Day | undefined, clock: string): number | undefined {
  if (day === undefined || day.year < EARLIEST_YEAR) return undefined;
  const found = CLOCK.exec(clock);
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0', half] = found ?? [];
  const hour = twentyFour(Number(hours), half?.toLowerCase());
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) > 60) return undefined;
  const time = Date.UTC(day.year, day.month, day.day, hour, Number(minutes), Number(seconds));
  const ms = Math.floor(Number(`0.${fraction}`) * 1_000);
  const result = time + ms - offsetMs(found);
  return Number.isFinite(result) ? result : undefined;
}

function twentyFour(hour: number, half: string | undefined): number {
  if (half === 'p' && hour < 12) return hour + 12;
  return half === 'a' && hour === 12 ? 0 : hour;
}

/** How far the zone's clock is ahead of UTC. */
function offsetMs(found: RegExpExecArray | null): number {
  const [, , , , , , sign, hours, minutes = '0', name] = found ?? [];
  if (sign !== undefined) {
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  }
  const zone = (name ?? '').toLowerCase();
  return (Object.hasOwn(ZONES, zone) ? ZONES[zone]! : 0) * 3_600_000;
}
