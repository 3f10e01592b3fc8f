import type { DateEvidence } from './date-evidence.ts';
import { type Dated, dated } from './declared-dates.ts';

const WORD = 'ublish';
const FIELD =
  /^[a-z_]{0,20}\\?["']?\s*[:=]\s*\\?["']?(\d{4}-\d{2}-\d{2}(?:T[\d:.+Z-]{5,30})?|\d{10}(?:\d{3})?(?!\d))/i;
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

const ATTRIBUTE =
  /\b(?:datetime|title|data-[\w-]{0,30}(?:date|time|publish)[\w-]{0,20})=["'](\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z-]{5,30})?|\d{10}(?:\d{3})?)["']/i;

/** The first date in an attribute of any element: some show only how long ago that was. */
export function attributeDate(evidence: DateEvidence): Dated {
  const [, written = ''] = ATTRIBUTE.exec(evidence.page.html) ?? [];
  return dated(evidence, written, 'script');
}
