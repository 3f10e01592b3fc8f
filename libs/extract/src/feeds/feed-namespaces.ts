import type { XmlAttributes } from '../xml/xml-attributes.ts';

/** Vocabularies by what their URI begins with; that of feeds themselves has no prefix here. */
const FAMILIES: readonly (readonly [start: string, prefix: string])[] = [
  ['http://www.w3.org/2005/atom', ''],
  ['http://purl.org/atom/', ''],
  ['http://purl.org/rss/1.0/modules/syndication', 'sy:'],
  ['http://purl.org/rss/1.0/modules/content', 'content:'],
  ['http://purl.org/rss/1.0/modules/', '?:'],
  ['http://purl.org/rss/', ''],
  ['http://purl.org/net/rss', ''],
  ['http://my.netscape.com/', ''],
  ['http://channel.netscape.com/', ''],
  ['http://backend.userland.com/rss', ''],
  ['http://backend.userland.com/creativecommons', '?:'],
  ['http://blogs.law.harvard.edu/tech/rss', ''],
  ['http://purl.org/echo/', ''],
  ['http://purl.org/pie/', ''],
  ['http://purl.org/dc/elements/', 'dc:'],
  ['http://purl.org/dc/terms/', 'dcterms:'],
  ['http://search.yahoo.com/mrss', 'media:'],
  ['http://www.rssboard.org/media-rss', 'media:'],
  ['http://www.itunes.com/dtds/podcast', 'itunes:'],
  ['http://www.w3.org/1999/xhtml', 'xhtml:'],
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns', 'rdf:'],
];

/** Prefixes that mean what they usually do where a feed forgets to declare them. */
const USUAL = new Set(['dc', 'dcterms', 'sy', 'content', 'media', 'itunes', 'xhtml', 'rdf']);

/** More declarations than any feed has; each is looked at for each element. */
const MAX_SCOPES = 100;

/** Which prefix stands for which vocabulary, in an element and what is in it. */
export class FeedNamespaces {
  readonly #scopes: { depth: number; prefix: string; family: string }[] = [];

  /** An element opens at a depth; says what its name means. */
  open(name: string, attributes: XmlAttributes, depth: number): string {
    for (const [key, uri] of attributes) {
      if (!key.startsWith('xmlns') || this.#scopes.length >= MAX_SCOPES) continue;
      const prefix = key === 'xmlns' ? '' : key.slice(6);
      this.#scopes.push({ depth, prefix, family: familyOf(uri, prefix) });
    }
    return this.#meaning(name);
  }

  close(depth: number): void {
    while (this.#scopes.length > 0 && this.#scopes.at(-1)!.depth >= depth) this.#scopes.pop();
  }

  /** `title`, `dc:date`; `?:x` of a vocabulary that means nothing here. */
  #meaning(name: string): string {
    const colon = name.indexOf(':');
    const prefix = colon < 0 ? '' : name.slice(0, colon);
    const scope = this.#scopes.findLast((each) => each.prefix === prefix);
    return (scope?.family ?? unsaid(prefix)) + name.slice(colon + 1);
  }
}

function unsaid(prefix: string): string {
  if (prefix === '' || prefix === 'rss' || prefix === 'atom') return '';
  return USUAL.has(prefix) ? `${prefix}:` : '?:';
}

/** A vocabulary nobody knows that has no prefix is taken for the feed's own. */
function familyOf(uri: string, prefix: string): string {
  const lower = uri.trim().toLowerCase();
  const known = FAMILIES.find(([start]) => lower.startsWith(start));
  if (known !== undefined) return known[1];
  return prefix === '' ? '' : '?:';
}
