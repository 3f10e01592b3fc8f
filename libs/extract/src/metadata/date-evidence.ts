import { type FieldOrder } from './written-date.ts';
import { fieldOrder, type Home } from './field-order.ts';
import type { Heading } from './headings.ts';
import type { JsonLdItem } from './json-ld.ts';
import type { MetaTags } from './meta-tags.ts';
import type { MicrodataItem } from './microdata.ts';
import type { DatePlace, PageDates } from './page-dates.ts';

/** What of a page may tell its dates. */
export interface DatedPage {
  readonly html: string;
  readonly url: string;
  /** Of the article. */
  readonly title: string;
  /** The title element. */
  readonly fullTitle: string;
  readonly meta: MetaTags;
  readonly jsonLd: readonly JsonLdItem[];
  readonly microdata: readonly MicrodataItem[];
  readonly dates: PageDates;
  readonly headings: readonly Heading[];
}

/** Dates of a page that are asked for the order of their figures. */
const PLACES_THAT_TELL = 50;
const DAY_MS = 86_400_000;

/** All that a page tells of its dates. What costs time is looked at when it is asked for. */
export class DateEvidence {
  readonly page: DatedPage;
  /** Where the headline stands; -1 where the page has none. */
  readonly headingAt: number;
  readonly #nowMs: number | undefined;
  #latestDay: string | undefined;
  readonly #home: Home;
  #order: FieldOrder | undefined;

  constructor(page: DatedPage, home: Home, nowMs: number | undefined) {
    this.page = page;
    this.#home = home;
    this.headingAt = headingOf(page);
    this.#nowMs = nowMs;
  }

  /** The places nearest to the headline where dates stand. */
  places(max: number): readonly DatePlace[] {
    return this.page.dates.nearest(Math.max(0, this.headingAt), max);
  }

  /** Whether the day or the month comes first. */
  readonly order = (): FieldOrder => {
    this.#order ??= fieldOrder(this.places(PLACES_THAT_TELL), this.#home);
    return this.#order;
  };

  /** Whether a day is not too late to be believed. */
  isPast(day: string): boolean {
    if (this.#nowMs === undefined) return true;
    this.#latestDay ??= new Date(this.#nowMs + DAY_MS).toISOString().slice(0, 10);
    return day <= this.#latestDay;
  }
}

/** Where the headline stands: the heading that is the title, else the first of the first rank. */
function headingOf({ headings, title }: DatedPage): number {
  const named = headings.find(({ text }) => text === title);
  return (named ?? headings.find(({ rank }) => rank === 1))?.at ?? -1;
}
