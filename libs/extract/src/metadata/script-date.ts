import type { DateEvidence } from './date-evidence.ts';
import { type Dated, dated } from './declared-dates.ts';

const WORDS = /[pP]ub(?:li|[dD]ate)|created_?[aA]t|post_?[dD]ate|firstCreated/g;
const FIELD =
  /^[a-z_]{0,20}\\?["']?\s*[:=]\s*\\?["']?(\d{4}-\d{2}-\d{2}(?:T[\d:.+Z-]{5,30})?|\d{10}(?:\d{3})?(?!\d))/i;
const MAX_LOOKS = 500;

/** The first date that data of scripts, or an attribute, calls the one of publication: pages that scripts fill have no other. */
export function scriptPublished(evidence: DateEvidence): Dated {
  const { html } = evidence.page;
  let looks = 0;
  for (const { 0: word, index } of html.matchAll(WORDS)) {
    looks += 1;
    if (looks > MAX_LOOKS) break;
    const after = index + word.length;
    const field = FIELD.exec(html.slice(after, after + 100));
    const found = field === null ? undefined : dated(evidence, field[1]!, 'script');
    if (found !== undefined) return found;
  }
  return undefined;
}
