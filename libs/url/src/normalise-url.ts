import type { Branded } from './branded.ts';
import { normalisePath } from './normalise-path.ts';
import { normalisePercent } from './normalise-percent.ts';
import { normaliseQuery } from './normalise-query.ts';
import { resolveUrl } from './resolve-url.ts';

/** A normalised absolute http or https URL: two texts that mean the same URL are one `Url`. */
export type Url = Branded<string, 'Url'>;

/** Which rule a text broke. */
export type UrlRule = 'malformed' | 'scheme' | 'userinfo' | 'host' | 'too-long';

/** A URL, or why there is none: a bad link is an everyday outcome, so it is a value and no error. */
export type NormalisedUrl =
  | { readonly ok: true; readonly url: Url }
  | { readonly ok: false; readonly rule: UrlRule; readonly reason: string };

/** RFC 9110 asks servers for 8000 octets; nobody promises an answer to more. */
export const LONGEST_URL = 8_000;
const LONGEST_HOST_NAME = 253;
const LONGEST_LABEL = 63;

/**
 * The one form of a URL. The WHATWG parser resolves dot segments, lower-cases the host, spells it
 * in ASCII and drops the scheme's own port; here the fragment and the host's last dot go, and
 * percent-encoding, slashes and parameters get one form, without sessions and tracking. Doing it
 * twice is doing it once. With a base the text may be relative to it, as links are; `encoding` is
 * that of the page they stand in.
 */
export function normaliseUrl(text: string, base?: string, encoding?: string): NormalisedUrl {
  const parsed = resolveUrl(text, base, encoding);
  if (parsed === undefined) return refused('malformed', 'not an absolute URL');
  const { protocol, username, password, port } = parsed;
  if (protocol !== 'http:' && protocol !== 'https:') {
    return refused('scheme', 'neither http nor https');
  }
  if (username !== '' || password !== '') return refused('userinfo', 'holds a user or password');
  const hostName = withoutLastDot(parsed.hostname);
  if (!canBeHost(hostName)) return refused('host', 'no such host can be');
  const host = port === '' ? hostName : `${hostName}:${port}`;
  const url = `${protocol}//${host}${normalPathAndQuery(parsed)}`;
  if (url.length > LONGEST_URL) return refused('too-long', `longer than ${LONGEST_URL}`);
  return { ok: true, url: url as Url };
}

/** Path and query of a parsed URL in their one form. */
export function normalPathAndQuery({ pathname, search }: URL): string {
  const path = normalisePath(normalisePercent(pathname));
  const query = search === '' ? '' : normaliseQuery(normalisePercent(search.slice(1)));
  return query === '' ? path : `${path}?${query}`;
}

/** `example.org.` is `example.org` said in full. */
export function withoutLastDot(hostName: string): string {
  return hostName.endsWith('.') ? hostName.slice(0, -1) : hostName;
}

/** Why there is no URL. */
export function refused(rule: UrlRule, reason: string): NormalisedUrl {
  return { ok: false, rule, reason };
}

/** The parser lets names pass that no resolver could ask for, or that it would not take a second time. */
function canBeHost(hostName: string): boolean {
  return (
    hostName.length <= LONGEST_HOST_NAME &&
    hasLabels(hostName) &&
    (!hostName.includes('xn--') || URL.parse(`http://${hostName}/`)?.hostname === hostName)
  );
}

/** Parts between dots, none of them empty or too long. */
function hasLabels(hostName: string): boolean {
  for (let start = 0; ;) {
    const dot = hostName.indexOf('.', start);
    const length = (dot === -1 ? hostName.length : dot) - start;
    if (length < 1 || length > LONGEST_LABEL) return false;
    if (dot === -1) return true;
    start = dot + 1;
  }
}
