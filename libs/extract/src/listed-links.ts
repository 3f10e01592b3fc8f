import { normaliseUrl, type Url } from '@mayfly/url';
import type { FoundLink, FoundLinkKind } from './link-collector.ts';

/** A link that a feed or a sitemap lists, with what it says of the page's dates (milliseconds since 1970). */
export interface ListedLink extends FoundLink {
  readonly publishedMs?: number;
  readonly updatedMs?: number;
}

/** A link as it is written. */
export interface ToList {
  readonly href: string;
  readonly kind: FoundLinkKind;
  readonly publishedMs?: number | undefined;
  readonly updatedMs?: number | undefined;
}

/** Listed links in their order, each URL once, with the dates of its first mention. */
export class ListedLinks {
  readonly #links = new Map<Url, ListedLink>();
  readonly #base: string;
  readonly #maxLinks: number;
  /** Whether some were left out. */
  truncated = false;

  constructor(base: string, maxLinks: number) {
    this.#base = base;
    this.#maxLinks = maxLinks;
  }

  add({ href, kind, publishedMs, updatedMs }: ToList): void {
    const normalised = normaliseUrl(href.trim(), this.#base);
    if (!normalised.ok || this.#links.has(normalised.url)) return;
    if (this.#links.size >= this.#maxLinks) {
      this.truncated = true;
      return;
    }
    this.#links.set(normalised.url, {
      url: normalised.url,
      kind,
      nofollow: false,
      ...(publishedMs !== undefined && { publishedMs }),
      ...(updatedMs !== undefined && { updatedMs }),
    });
  }

  all(): ListedLink[] {
    return [...this.#links.values()];
  }
}
