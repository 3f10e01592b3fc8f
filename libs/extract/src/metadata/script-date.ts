import type { DateEvidence } from './date-evidence.ts';
import { type Dated, dated } from './declared-dates.ts';
import { placesOf } from './places-of.ts';

const WORD = 'ublish';
const FIELD =
  /^[a-z_]{0,20}(?:\\?["']|&(?:quot|#34);)?\s*[:=]\s*(?:\\?["']|&(?:quot|#34);)?(\d{4}-\d{2}-\d{2}(?:T[\d:.+Z-]{5,30})?|\d{10}(?:\d{3})?(?!\d))/i;
const MAX_LOOKS = 500;

/**
 * The first date that data of scripts, or an attribute, calls the one of publication: publishedAt, datePublished and the
 * like. Pages that scripts fill have no other.
 */
export function scriptPublished(evidence: DateEvidence): Dated {
  const { html } = evidence.page;
  let at = html.indexOf(WORD);
  for (let looks = 0; at !== -1 && looks < MAX_LOOKS; looks += 1) {
    const field = FIELD.exec(html.slice(at + WORD.length, at + WORD.length + 100));
    const found = field === null ? undefined : dated(evidence, field[1]!, 'script');
    if (found !== undefined) return found;
    at = html.indexOf(WORD, at + WORD.length);
  }
  return undefined;
}

/** How values begin that may be dates of the last decades, or seconds since 1970. */
const VALUE_STARTS = ['="20', "='20", '="1', "='1"];
const VALUE = /^=["'](\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z-]{5,30})?|\d{10}(?:\d{3})?)["']/;
const ATTRIBUTE_NAME =
  /[\s"'](?:datetime|title|data-[\w-]{0,30}(?:date|time|publish)[\w-]{0,20})$/i;
const LONGEST_NAME = 60;

/** The first date in an attribute of any element: some show only how long ago that was. */
export function attributeDate(evidence: DateEvidence): Dated {
  const { html } = evidence.page;
  for (const at of placesOf(html, VALUE_STARTS, MAX_LOOKS)) {
    const value = VALUE.exec(html.slice(at, at + 50));
    if (value === null || !ATTRIBUTE_NAME.test(html.slice(Math.max(0, at - LONGEST_NAME), at)))
      continue;
    return dated(evidence, value[1]!, 'script');
  }
  return undefined;
}
