import type { DatePlace } from './page-dates.ts';
import { type FieldOrder, tellsOrder } from './written-date.ts';

/** What tells where a page's makers learnt to write dates. */
export interface Home {
  readonly language: string;
  /** Tags of BCP 47 as the page writes them. */
  readonly declared: readonly string[];
  readonly url: string;
}

/** English is written in more lands than those that write the month first. */
const DAY_FIRST_LANDS = /\.(?:uk|au|nz|ie|in|za|eu|sg|hk|my|ke|ng|gh|pk|lk|mt|de|at|ch|fr|nl|be)$/;
const DAY_FIRST_TAG = /^en[-_](?!us|ph|ca|zz)[a-z]{2}\b/i;

/**
 * Whether the day or the month comes first in dates like 03/04/2020: as in other dates of the same page, else as in the land
 * of its language and its address.
 */
export function fieldOrder(places: readonly DatePlace[], home: Home): FieldOrder {
  for (const { written } of places) {
    const told = tellsOrder(written);
    if (told !== undefined) return told;
  }
  const isEnglish = home.language === 'en';
  const isAbroad = DAY_FIRST_LANDS.test(URL.parse(home.url)?.hostname ?? '');
  const isDayFirst = home.declared.some((tag) => DAY_FIRST_TAG.test(tag.trim()));
  return isEnglish && !isAbroad && !isDayFirst ? 'month-first' : 'day-first';
}
