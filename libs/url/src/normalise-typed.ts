import { normalPathAndQuery, withoutLastDot } from './normalise-url.ts';
import { resolveUrl } from './resolve-url.ts';

/** A host with a dot, or a port: what a person types who leaves the scheme out. */
const HOST_FIRST =
  /^(?:[\p{L}\p{N}](?:[^\s/?#:@]*\.[^\s/?#:@]+|[\w-]*(?=:\d)))(?::\d*)?(?:[/?#]|$)/u;

/**
 * The normal form of what a person typed: a host without a scheme is meant with `http`, and URLs that
 * are no web pages (`ftp:`, `file:`) get the same spelling. Undefined where it is no URL. For display
 * and comparison: only `normaliseUrl` says what may be crawled.
 */
export function normaliseTyped(text: string): string | undefined {
  const trimmed = text.trim();
  const parsed = resolveUrl(HOST_FIRST.test(trimmed) ? `http://${trimmed}` : trimmed);
  if (parsed === undefined) return undefined;
  const { protocol, username, password, hostname, port } = parsed;
  // What follows such a scheme is no path: nothing in it is known to mean the same.
  if (!parsed.pathname.startsWith('/')) return parsed.href;
  const user = username + (password === '' ? '' : `:${password}`);
  const host = `${user === '' ? '' : `${user}@`}${withoutLastDot(hostname)}${port === '' ? '' : `:${port}`}`;
  const authority = host === '' && !/^[a-z]+:\/\//i.test(trimmed) ? '' : `//${host}`;
  return `${protocol}${authority}${normalPathAndQuery(parsed)}`;
}
