import { UsageError } from '@mayfly/command-line';
import { type HostKey, hostOf, normaliseUrl } from '@mayfly/url';
import { withScheme } from './url-argument.ts';

/** A host as people type it, or the host of a URL. */
export function hostArgument(name: string, text: string, what = 'host'): HostKey {
  const result = normaliseUrl(withScheme(text));
  if (result.ok) return hostOf(result.url);
  throw new UsageError(`${name}: must be a ${what} such as example.org; it is ${text}`);
}
