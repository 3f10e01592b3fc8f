import { UsageError } from '@mayfly/command-line';
import { normaliseUrl } from '@mayfly/url';

/** A URL as people type it; without a scheme it is taken for https. */
export function urlArgument(text: string): string {
  const typed = text.includes('://') ? text : `https://${text}`;
  const result = normaliseUrl(typed);
  if (result.ok) return result.url;
  throw new UsageError(`${text}: not an http or https URL that can be crawled (${result.rule})`);
}
