import { UsageError } from '@mayfly/command-line';
import { normaliseUrl } from '@mayfly/url';

/** A URL as people type it; without a scheme it is taken for https. */
export function urlArgument(text: string): string {
  const result = normaliseUrl(withScheme(text));
  if (result.ok) return result.url;
  throw new UsageError(`${text}: not an http or https URL that can be crawled (${result.rule})`);
}

/** What people type, with a scheme; whether it is a URL is for others to say. */
export function withScheme(text: string): string {
  return text.includes('://') ? text : `https://${text}`;
}
