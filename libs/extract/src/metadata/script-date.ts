import type { DateEvidence } from './date-evidence.ts';
import { type Dated, dated } from './declared-dates.ts';

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

const VALUE = /^=["'](\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z-]{5,30})?|\d{10}(?:\d{3})?)["']/;
const ATTRIBUTE_NAME =
  /[\s"'](?:datetime|title|data-[\w-]{0,30}(?:date|time|publish)[\w-]{0,20})$/i;
const LONGEST_NAME = 60;

/** The first date in an attribute of any element: some show only how long ago that was. */
export function attributeDate(evidence: DateEvidence): Dated {
  const { html } = evidence.page;
  let looks = 0;
  for (let at = html.indexOf('='); at !== -1 && looks < MAX_LOOKS; at = html.indexOf('=', at + 1)) {
    if (!mayBeginDate(html, at)) continue;
    looks += 1;
    const value = VALUE.exec(html.slice(at, at + 50));
    if (value === null || !ATTRIBUTE_NAME.test(html.slice(Math.max(0, at - LONGEST_NAME), at)))
      continue;
    return dated(evidence, value[1]!, 'script');
  }
  return undefined;
}

/** Values in quotes that may be dates of the last decades, or seconds since 1970, begin with 20 or 1. */
function mayBeginDate(html: string, equals: number): boolean {
  const figure = html.charCodeAt(equals + 2);
  if (figure !== 0x31 && (figure !== 0x32 || html.charCodeAt(equals + 3) !== 0x30)) return false;
  const quote = html.charCodeAt(equals + 1);
  return quote === 0x22 || quote === 0x27;
}
