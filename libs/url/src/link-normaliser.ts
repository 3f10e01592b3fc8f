import { type NormalisedUrl, normaliseUrl, type Url } from './normalise-url.ts';

/** A path that is in its one form already: plain letters, no empty segment, none that begins with a dot. */
const PLAIN_PATH = /^\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?$/;
const LONGEST_PLAIN = 2_000;

/**
 * Normalises the links of one page, as `normaliseUrl` does. Most links of a page are plain paths of its own site; those are
 * seen to be in their one form and need no parser.
 */
export function linkNormaliser(base: string, encoding?: string): (text: string) => NormalisedUrl {
  const own = normaliseUrl(base);
  if (!own.ok) return (text) => normaliseUrl(text, base, encoding);
  const { origin } = new URL(own.url);
  return (text) => {
    if (text.length <= LONGEST_PLAIN) {
      if (PLAIN_PATH.test(text)) return { ok: true, url: (origin + text) as Url };
      if (text.startsWith(origin) && PLAIN_PATH.test(text.slice(origin.length))) {
        return { ok: true, url: text as Url };
      }
    }
    return normaliseUrl(text, base, encoding);
  };
}
