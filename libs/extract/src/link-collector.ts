import { normaliseUrl, type Url } from '@mayfly/url';

/** How a document names a URL. */
export type FoundLinkKind = 'anchor' | 'feed' | 'sitemap' | 'entry';

/** One URL that a document names. */
export interface FoundLink {
  readonly url: Url;
  readonly kind: FoundLinkKind;
  /** Whether the document asks, each time it names it, not to follow it. */
  readonly nofollow: boolean;
}

interface RawLink {
  readonly text: string;
  kind: FoundLinkKind;
  nofollow: boolean;
}

/**
 * Links in the order of the document. They are resolved at the end, because the base of a document
 * may stand behind its first links.
 */
export class LinkCollector {
  readonly #raw = new Map<string, RawLink>();
  readonly #maxLinks: number;
  /** Whether some were left out. */
  truncated = false;

  constructor(maxLinks: number) {
    this.#maxLinks = maxLinks;
  }

  add(text: string, kind: FoundLinkKind, nofollow = false): void {
    const trimmed = text.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return;
    const before = this.#raw.get(trimmed);
    if (before !== undefined) merge(before, kind, nofollow);
    else if (this.#raw.size >= this.#maxLinks) this.truncated = true;
    else this.#raw.set(trimmed, { text: trimmed, kind, nofollow });
  }

  /** The links, each URL once; what is no http or https URL is left out. */
  resolve({ base, nofollow }: { readonly base: string; readonly nofollow: boolean }): FoundLink[] {
    const links = new Map<Url, FoundLink & { kind: FoundLinkKind; nofollow: boolean }>();
    for (const raw of this.#raw.values()) {
      const normalised = normaliseUrl(raw.text, base);
      if (!normalised.ok) continue;
      const { url } = normalised;
      const before = links.get(url);
      if (before !== undefined) merge(before, raw.kind, raw.nofollow || nofollow);
      else links.set(url, { url, kind: raw.kind, nofollow: raw.nofollow || nofollow });
    }
    return [...links.values()];
  }
}

/** One that may be followed somewhere may be followed; a word about what it is says more than none. */
function merge(
  link: { kind: FoundLinkKind; nofollow: boolean },
  kind: FoundLinkKind,
  nofollow: boolean,
): void {
  if (link.kind === 'anchor') link.kind = kind;
  if (!nofollow) link.nofollow = false;
}
