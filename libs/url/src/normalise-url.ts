import type { Branded } from './branded.ts';
import { normalisePercent } from './normalise-percent.ts';

/** A normalised absolute http or https URL: two texts that mean the same URL are one `Url`. */
export type Url = Branded<string, 'Url'>;

/** Which rule a text broke. */
export type UrlRule = 'malformed' | 'scheme' | 'userinfo' | 'host' | 'too-long';

/** A URL, or why there is none: a bad link is an everyday outcome, so it is a value and no error. */
export type NormalisedUrl =
  | { readonly ok: true; readonly url: Url }
  | { readonly ok: false; readonly rule: UrlRule; readonly reason: string };

/** RFC 9110 asks servers for 8000 octets; nobody promises an answer to more. */
const LONGEST_URL = 8_000;
const LONGEST_HOST_NAME = 253;

/**
 * The one form of a URL. The WHATWG parser resolves dot segments, lower-cases the host, spells it
 * in ASCII and drops the scheme's own port; here the fragment, an empty query and the host's last
 * dot go, and percent-encoding gets one spelling. Doing it twice is doing it once. With a base the
 * text may be relative to it, as links are.
 */
export function normaliseUrl(text: string, base?: string): NormalisedUrl {
  const parsed = URL.parse(text, base);
  if (parsed === null) return refused('malformed', 'not an absolute URL');
  const { protocol, username, password, port } = parsed;
  if (protocol !== 'http:' && protocol !== 'https:') {
    return refused('scheme', 'neither http nor https');
  }
  if (username !== '' || password !== '') return refused('userinfo', 'holds a user or password');
  const hostName = parsed.hostname.replace(/\.$/, '');
  if (!canBeHost(hostName)) return refused('host', 'no such host can be');
  const host = port === '' ? hostName : `${hostName}:${port}`;
  const path = normalisePercent(parsed.pathname + parsed.search);
  const url = `${protocol}//${host}${path}`;
  if (url.length > LONGEST_URL) return refused('too-long', `longer than ${LONGEST_URL}`);
  return { ok: true, url: url as Url };
}

function refused(rule: UrlRule, reason: string): NormalisedUrl {
  return { ok: false, rule, reason };
}

/** The parser lets names pass that no resolver could ask for. */
function canBeHost(hostName: string): boolean {
  return (
    hostName.length <= LONGEST_HOST_NAME &&
    hostName.split('.').every((label) => label.length >= 1 && label.length <= 63)
  );
}
