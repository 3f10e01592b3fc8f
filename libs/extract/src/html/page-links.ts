import { type FoundLinkKind, type LinkCollector, type Mention, REL } from '../link-collector.ts';
import type { Attributes } from './attributes.ts';
import { parseMetaRefresh } from './meta-refresh.ts';
import { parseSrcset } from './srcset.ts';

const FEED_TYPES = /^\s*application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json)\b/i;
/** What may be anything; a feed it is where its title says so. */
const MAYBE_FEED_TYPES = /^\s*(?:(?:text|application)\/xml|application\/json)\s*(?:;|$)/i;
const FEED_TITLE = /\b(?:rss|atom|feed)\b/i;
const NO_RELS: ReadonlySet<string> = new Set();
const LONGEST_NAME = 200;
const LONGEST_LANGUAGE = 35;

/** Adds what an element links to; answers with its mention where text inside may name it. */
export function addLinks(
  links: LinkCollector,
  tag: string,
  attributes: Attributes,
  element: number,
): Mention | undefined {
  switch (tag) {
    case 'a':
    case 'area':
      return addAnchor(links, attributes, element);
    case 'link':
      return addRelated(links, attributes);
    case 'iframe':
    case 'frame':
      return addPlain(links, attributes.get('src'), 'frame', element);
    case 'img':
      return addImage(links, attributes, element);
    case 'source':
      return addPlain(links, bestOf(attributes.get('srcset')), 'image', element);
    case 'form':
      if (/^\s*(?:post|dialog)\s*$/i.test(attributes.get('method') ?? '')) return undefined;
      return addPlain(links, attributes.get('action'), 'form', element);
    default:
      return addRefresh(links, attributes);
  }
}

/** Adds what of an element a crawler follows, and only its address and kind. */
export function addFollowed(links: LinkCollector, tag: string, attributes: Attributes): void {
  if (tag !== 'a' && tag !== 'area') {
    addLinks(links, tag, attributes, -1);
    return;
  }
  const href = attributes.get('href');
  if (href !== undefined)
    links.add(href, { kind: anchorKind(relsOf(attributes)), rel: 0, element: -1 });
}

function anchorKind(rels: ReadonlySet<string>): FoundLinkKind {
  if (rels.size === 0) return 'anchor';
  return rels.has('next') ? 'next' : rels.has('prev') ? 'previous' : 'anchor';
}

function addAnchor(
  links: LinkCollector,
  attributes: Attributes,
  element: number,
): Mention | undefined {
  const href = attributes.get('href');
  if (href === undefined) return undefined;
  const rels = relsOf(attributes);
  const mention: Mention = {
    kind: anchorKind(rels),
    rel: relBits(rels),
    element,
    called: shortName(
      attributes.get('aria-label') ?? attributes.get('title') ?? attributes.get('alt'),
    ),
  };
  links.add(href, mention);
  return mention;
}

/** Adds what a `<link>`, or what stands for one elsewhere, names. */
export function addRelated(links: LinkCollector, attributes: Pick<Attributes, 'get'>): undefined {
  const href = attributes.get('href');
  const rels = relsOf(attributes);
  const kind = relatedKind(rels, attributes);
  if (href === undefined || kind === undefined) return;
  const language = attributes.get('hreflang')?.trim().slice(0, LONGEST_LANGUAGE);
  links.add(href, {
    kind,
    rel: relBits(rels),
    element: -1,
    ...(kind === 'alternate' && language !== undefined && language !== '' ? { language } : {}),
    called: shortName(attributes.get('title')),
  });
}

function relatedKind(
  rels: ReadonlySet<string>,
  attributes: Pick<Attributes, 'get'>,
): FoundLinkKind | undefined {
  if (rels.has('canonical')) return 'canonical';
  if (rels.has('amphtml')) return 'amp';
  if (rels.has('sitemap')) return 'sitemap';
  if (rels.has('next')) return 'next';
  if (rels.has('prev') || rels.has('previous')) return 'previous';
  if (rels.has('feed')) return 'feed';
  if (!rels.has('alternate') || rels.has('stylesheet')) return undefined;
  const type = attributes.get('type') ?? '';
  if (FEED_TYPES.test(type)) return 'feed';
  if (MAYBE_FEED_TYPES.test(type)) {
    return FEED_TITLE.test(attributes.get('title') ?? '') ? 'feed' : undefined;
  }
  return type === '' || /html/i.test(type) ? 'alternate' : undefined;
}

function addImage(links: LinkCollector, attributes: Attributes, element: number): undefined {
  const src = bestOf(attributes.get('srcset')) ?? attributes.get('src');
  if (src === undefined || src.startsWith('data:')) return;
  links.add(src, { kind: 'image', rel: 0, element, called: shortName(attributes.get('alt')) });
}

function addPlain(
  links: LinkCollector,
  url: string | undefined,
  kind: FoundLinkKind,
  element: number,
): undefined {
  if (url !== undefined) links.add(url, { kind, rel: 0, element });
}

function addRefresh(links: LinkCollector, attributes: Attributes): undefined {
  if (attributes.get('http-equiv')?.toLowerCase() !== 'refresh') return;
  const url = parseMetaRefresh(attributes.get('content') ?? '')?.url;
  if (url !== undefined) links.add(url, { kind: 'refresh', rel: 0, element: -1 });
}

/** The largest image that a `srcset` offers. */
function bestOf(srcset: string | undefined): string | undefined {
  if (srcset === undefined) return undefined;
  const size = ({ width = 0, density = 1 }) => Math.max(width, density);
  return parseSrcset(srcset).reduce<{ url?: string; size: number }>(
    (best, each) => (size(each) > best.size ? { url: each.url, size: size(each) } : best),
    { size: 0 },
  ).url;
}

function relsOf(attributes: Pick<Attributes, 'get'>): ReadonlySet<string> {
  const rel = attributes.get('rel');
  return rel === undefined ? NO_RELS : new Set(rel.toLowerCase().split(/\s+/));
}

function relBits(rels: ReadonlySet<string>): number {
  if (rels.size === 0) return 0;
  return (
    (rels.has('nofollow') ? REL.nofollow : 0) |
    (rels.has('ugc') ? REL.ugc : 0) |
    (rels.has('sponsored') ? REL.sponsored : 0)
  );
}

export function shortName(name: string | undefined): string | undefined {
  const short = name?.trim().slice(0, LONGEST_NAME);
  return short === '' ? undefined : short;
}
