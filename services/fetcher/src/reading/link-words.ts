import { type Link, LinkKind, LinkList, LinkRegion, LinkRel } from '@mayfly/contracts/events/v1';
import { bytesOf } from '@mayfly/contracts/writer';
import type {
  FoundLinkKind,
  LinkRegion as FoundRegion,
  LinkRel as FoundRel,
  ListedLink,
} from '@mayfly/extract';
import type { Url } from '@mayfly/url';

const KINDS: Readonly<Record<FoundLinkKind, LinkKind>> = {
  anchor: LinkKind.LINK_KIND_ANCHOR,
  frame: LinkKind.LINK_KIND_FRAME,
  canonical: LinkKind.LINK_KIND_CANONICAL,
  alternate: LinkKind.LINK_KIND_ALTERNATE,
  amp: LinkKind.LINK_KIND_AMP,
  next: LinkKind.LINK_KIND_NEXT,
  previous: LinkKind.LINK_KIND_PREVIOUS,
  refresh: LinkKind.LINK_KIND_REFRESH,
  image: LinkKind.LINK_KIND_IMAGE,
  form: LinkKind.LINK_KIND_FORM,
  feed: LinkKind.LINK_KIND_FEED,
  sitemap: LinkKind.LINK_KIND_SITEMAP,
  entry: LinkKind.LINK_KIND_ENTRY,
};

const REGIONS: Readonly<Record<FoundRegion, LinkRegion>> = {
  main: LinkRegion.LINK_REGION_MAIN,
  navigation: LinkRegion.LINK_REGION_NAVIGATION,
  footer: LinkRegion.LINK_REGION_FOOTER,
  other: LinkRegion.LINK_REGION_OTHER,
};

const RELS: Readonly<Record<FoundRel, LinkRel>> = {
  nofollow: LinkRel.LINK_REL_NOFOLLOW,
  ugc: LinkRel.LINK_REL_UGC,
  sponsored: LinkRel.LINK_REL_SPONSORED,
};

/** Most links say nothing of their target. */
const NO_RELS: LinkRel[] = [];

/** A sitemap that robots.txt names, as a link. */
export function sitemapLink(url: Url): ListedLink {
  return { url, kind: 'sitemap', nofollow: false };
}

/** Links as the content of a message; no bytes where there are none. */
export function encodeLinks(links: readonly ListedLink[]): Uint8Array {
  if (links.length === 0) return new Uint8Array();
  return bytesOf(LinkList, { links: links.map(toLink) });
}

function toLink(link: ListedLink): Link {
  const { url, kind, nofollow, text = '', region, rel, language = '' } = link;
  return {
    url,
    kind: KINDS[kind],
    nofollow,
    text,
    language,
    region: region === undefined ? undefined : REGIONS[region],
    rels: rel === undefined ? NO_RELS : rel.map((each) => RELS[each]),
    publishTime: dateOf(link.publishedMs),
    updateTime: dateOf(link.updatedMs),
  };
}

/** Years that a date can be written with everywhere; what lies outside was no date. */
const EARLIEST_MS = Date.UTC(1, 0, 1);
const LATEST_MS = Date.UTC(9_999, 11, 31);

export function dateOf(ms: number | undefined): Date | undefined {
  return ms === undefined || !(ms >= EARLIEST_MS && ms <= LATEST_MS) ? undefined : new Date(ms);
}
