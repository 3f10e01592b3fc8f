import { normaliseQuery } from './normalise-query.ts';
import {
  LONGEST_URL,
  type NormalisedUrl,
  normaliseUrl,
  refused,
  type Url,
} from './normalise-url.ts';

/** A path that is in its one form already: plain letters, no empty segment, none that begins with a dot. */
const PLAIN_PATH = /^\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?$/;
/** A query of letters that need no escape; its parameters may still be out of order, or be tracking. */
const PLAIN_QUERY = /^[\w.~=&-]*$/;
const LONGEST_PLAIN = 2_000;
/** The scheme and the two slashes are before this in any URL of the web. */
const HOST_AT = 'http://'.length;
const MOST_ORIGINS = 10_000;

/**
 * Normalises the links of one page, as `normaliseUrl` does. Most links of a page are plain paths of its own site; those are
 * seen to be in their one form and need no parser, nor do plain paths of other sites that were named before.
 */
export function linkNormaliser(base: string, encoding?: string): (text: string) => NormalisedUrl {
  if (base.length > LONGEST_URL) return farFrom(base, encoding);
  const own = normaliseUrl(base);
  if (!own.ok) return (text) => normaliseUrl(text, base, encoding);
  const origin = own.url.slice(0, own.url.indexOf('/', HOST_AT + 1));
  return (text) => {
    const plain = text.length <= LONGEST_PLAIN ? plainUrl(text, origin) : undefined;
    return plain === undefined ? normaliseUrl(text, base, encoding) : { ok: true, url: plain };
  };
}

/** The one form of a link that is seen to be nearly in it. */
function plainUrl(text: string, origin: string): Url | undefined {
  const mark = text.indexOf('?');
  const whole = mark < 0 ? text : text.slice(0, mark);
  const place = PLAIN_PATH.test(whole) ? origin + whole : isPlainAbsolute(whole) ? whole : '';
  if (place === '') return undefined;
  if (mark < 0) return place as Url;
  const written = text.slice(mark + 1);
  if (!PLAIN_QUERY.test(written)) return undefined;
  const query = normaliseQuery(written);
  return (query === '' ? place : `${place}?${query}`) as Url;
}

function isPlainAbsolute(text: string): boolean {
  if (!text.startsWith('http')) return false;
  const slash = text.indexOf('/', HOST_AT + 1);
  return slash > 0 && PLAIN_PATH.test(text.slice(slash)) && isOrigin(text.slice(0, slash));
}

/** Whether these texts are origins in their one form. */
const origins = new Map<string, boolean>();

function isOrigin(text: string): boolean {
  const known = origins.get(text);
  if (known !== undefined) return known;
  const normalised = normaliseUrl(`${text}/`);
  const is = normalised.ok && normalised.url === `${text}/`;
  if (origins.size >= MOST_ORIGINS) origins.clear();
  // A copy: a text that was cut out of a page holds the whole page in memory.
  origins.set(Buffer.from(text).toString(), is);
  return is;
}

/** A scheme or a slash: such a link needs nothing of a base but its origin. */
const FROM_ROOT = /^(?:[a-z][a-z\d+.-]*:|[/\\])/i;

/** What is relative to too long a base is too long itself, and is not made: thousands of such links would fill the memory. */
function farFrom(base: string, encoding?: string): (text: string) => NormalisedUrl {
  const origin = URL.parse(base)?.origin;
  return (text) =>
    FROM_ROOT.test(text)
      ? normaliseUrl(text, origin, encoding)
      : refused('too-long', `relative to a base longer than ${LONGEST_URL}`);
}
