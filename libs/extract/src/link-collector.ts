import { linkNormaliser, type Url } from '@mayfly/url';

/** How a document names a URL. */
export type FoundLinkKind =
  | 'anchor'
  | 'frame'
  | 'canonical'
  | 'alternate'
  | 'amp'
  | 'next'
  | 'previous'
  | 'refresh'
  | 'image'
  /** What a form that asks by GET would ask. */
  | 'form'
  | 'feed'
  | 'sitemap'
  | 'entry';

/** Where in a page a link stands. */
export type LinkRegion = 'main' | 'navigation' | 'footer' | 'other';

/** What a link says of its target, as search engines have agreed. */
export type LinkRel = 'nofollow' | 'ugc' | 'sponsored';

/** One URL that a document names. */
export interface FoundLink {
  readonly url: Url;
  readonly kind: FoundLinkKind;
  /** Whether the document asks, each time it names it, not to follow it. */
  readonly nofollow: boolean;
  /** What stands in the link, or what its image or its title is called; absent where there is nothing. */
  readonly text?: string;
  /** Those that it has each time. */
  readonly rel?: readonly LinkRel[];
  /** Absent where a document has no regions. */
  readonly region?: LinkRegion;
  /** The language of an alternate, as it is written. */
  readonly language?: string;
}

/** A link as it is written. */
export interface WrittenLink {
  readonly href: string;
  readonly kind: FoundLinkKind;
}

/** One mention of a URL. */
export interface Mention {
  readonly kind: FoundLinkKind;
  readonly rel: number;
  /** The element that names it; -1 where it is none of the text. */
  readonly element: number;
  readonly language?: string | undefined;
  /** What it is called where it has no text. */
  called?: string | undefined;
}

/** What a link says, as bits. */
export const REL = { nofollow: 1, ugc: 2, sponsored: 4 } as const;
const ALL_RELS = REL.nofollow | REL.ugc | REL.sponsored;

/** Finds out about the place of a mention when the page is read. */
export interface LinkPlaces {
  textOf(mention: Mention): string;
  regionOf(mention: Mention): LinkRegion;
}

/** How the links of a page become whole. */
export interface Resolving {
  readonly base: string;
  /** Whether the page asks for none of them to be followed. */
  readonly nofollow: boolean;
  /** The encoding of the page where it is not UTF-8: its queries are written in it. */
  readonly encoding?: string | undefined;
  readonly places?: LinkPlaces;
}

/** Places of one URL that are looked at; menus repeat themselves. */
const MOST_MENTIONS = 4;

/** What all links of a page may take: with a long base, short ones become long ones. */
const MOST_CHARACTERS = 20_000_000;

/**
 * Links in the order of the document. They are resolved at the end, because the base of a document
 * may stand behind its first links.
 */
export class LinkCollector {
  readonly #raw = new Map<string, Mention[]>();
  readonly #maxLinks: number;
  /** Whether some were left out. */
  truncated = false;

  constructor(maxLinks: number) {
    this.#maxLinks = maxLinks;
  }

  add(text: string, mention: Mention): void {
    const trimmed = text.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return;
    const before = this.#raw.get(trimmed);
    if (before === undefined) {
      if (this.#raw.size >= this.#maxLinks) this.truncated = true;
      else this.#raw.set(trimmed, [mention]);
    } else if (before.length < MOST_MENTIONS || saysMore(before, mention)) before.push(mention);
  }

  /** The links, each URL once; what is no http or https URL is left out. */
  resolve(resolving: Resolving): FoundLink[] {
    const normalise = linkNormaliser(resolving.base, resolving.encoding);
    const links = new Map<Url, Joined>();
    let characters = 0;
    for (const [text, mentions] of this.#raw) {
      const normalised = normalise(text);
      if (!normalised.ok) continue;
      const { url } = normalised;
      const before = links.get(url);
      if (before !== undefined) {
        join(before, mentions, resolving);
        continue;
      }
      characters += url.length;
      if (characters > MOST_CHARACTERS) {
        this.truncated = true;
        break;
      }
      links.set(url, joined(mentions, resolving));
    }
    const found: FoundLink[] = [];
    for (const [url, link] of links) found.push(linkOf(url, link, resolving.nofollow));
    return found;
  }

  /** The links as they are written, each once. */
  written(): WrittenLink[] {
    return Array.from(this.#raw, ([href, mentions]) => ({ href, kind: mentions[0]!.kind }));
  }

  /** The address of each element that is a link a reader can follow. */
  urls({ base, encoding }: Pick<Resolving, 'base' | 'encoding'>): Map<number, Url> {
    const normalise = linkNormaliser(base, encoding);
    const urls = new Map<number, Url>();
    for (const [text, mentions] of this.#raw) {
      const normalised = normalise(text);
      if (!normalised.ok) continue;
      for (const { element, kind } of mentions) {
        if (element >= 0 && FOLLOWED.has(kind)) urls.set(element, normalised.url);
      }
    }
    return urls;
  }
}

const FOLLOWED: ReadonlySet<FoundLinkKind> = new Set(['anchor', 'next', 'previous']);

/** A link that is put together of its mentions. */
interface Joined {
  kind: FoundLinkKind;
  rel: number;
  text: string;
  region: LinkRegion | undefined;
  language: string | undefined;
}

function saysMore(before: readonly Mention[], { kind, rel }: Mention): boolean {
  return (
    before.every((each) => each.kind === 'anchor' && each.kind !== kind) ||
    before.every((each) => (each.rel & ~rel) !== 0)
  );
}

function joined(mentions: readonly Mention[], resolving: Resolving): Joined {
  const { kind, language } = mentions[0]!;
  const link = { kind, rel: ALL_RELS, text: '', region: undefined, language };
  join(link, mentions, resolving);
  return link;
}

/** One that may be followed somewhere may be followed; a word about what it is says more than none. */
function join(link: Joined, mentions: readonly Mention[], { places }: Resolving): void {
  for (const mention of mentions) {
    if (link.kind === 'anchor') link.kind = mention.kind;
    link.language ??= mention.language;
    link.rel &= mention.rel;
    if (places === undefined) continue;
    if (link.text === '') link.text = places.textOf(mention);
    if (link.region === 'main') continue;
    const region = places.regionOf(mention);
    if (link.region === undefined || region === 'main') link.region = region;
  }
}

const RELS: readonly LinkRel[] = ['nofollow', 'ugc', 'sponsored'];
const NAMES_OF_RELS: readonly (readonly LinkRel[])[] = Array.from(
  { length: ALL_RELS + 1 },
  (_, bits) => RELS.filter((rel) => (bits & REL[rel]) !== 0),
);

/** Pages have hundreds: what is absent is not spread in, since that copies each link once more. */
function linkOf(url: Url, link: Joined, nofollow: boolean): FoundLink {
  const { kind, rel, text, region, language } = link;
  const found: { -readonly [Key in keyof FoundLink]: FoundLink[Key] } = {
    url,
    kind,
    nofollow: nofollow || (rel & REL.nofollow) !== 0,
  };
  if (text !== '') found.text = text;
  if (rel !== 0) found.rel = NAMES_OF_RELS[rel]!;
  if (region !== undefined) found.region = region;
  if (language !== undefined) found.language = language;
  return found;
}
