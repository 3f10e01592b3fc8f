import type { Limits } from './limits.ts';
import { LinkCollector } from './link-collector.ts';
import type { Content } from './read-document.ts';
import { readXml, type XmlEvents } from './read-xml.ts';

/** `url/loc` are entries, `sitemap/loc` further sitemaps; `image:loc` and its kin are neither. */
class SitemapReader implements XmlEvents {
  readonly links: LinkCollector;
  #prefix: string | undefined;
  #within: 'url' | 'sitemap' | undefined;
  #loc: string | undefined;

  constructor(maxLinks: number) {
    this.links = new LinkCollector(maxLinks);
  }

  open(name: string): void {
    this.#prefix ??= name.slice(0, name.indexOf(':') + 1);
    const local = this.#localOf(name);
    if (local === 'url' || local === 'sitemap') this.#within = local;
    else if (local === 'loc' && this.#within !== undefined) this.#loc = '';
  }

  text(text: string): void {
    if (this.#loc !== undefined) this.#loc += text;
  }

  close(name: string): void {
    const local = this.#localOf(name);
    if (local === 'loc' && this.#loc !== undefined) {
      this.links.add(this.#loc, this.#within === 'sitemap' ? 'sitemap' : 'entry');
      this.#loc = undefined;
    } else if (local === this.#within) this.#within = undefined;
  }

  /** The name without the prefix that the root has; one with another prefix is something else. */
  #localOf(name: string): string {
    const prefix = this.#prefix ?? '';
    return name.startsWith(prefix) ? name.slice(prefix.length).toLowerCase() : name;
  }
}

/** Entries of a sitemap, or the sitemaps of an index. */
export function readSitemap(xml: string, url: string, limits: Limits): Content {
  const { links } = readXml(xml, limits.maxDepth, () => new SitemapReader(limits.maxLinks));
  return contentOf(links, url);
}

const LINE_OF_URL = /^https?:\/\/\S+$/i;

/** A plain text of which each line is a URL is a sitemap too; undefined where it is not. */
export function readTextSitemap(text: string, url: string, limits: Limits): Content | undefined {
  if (!/^\s*https?:\/\//i.test(text)) return undefined;
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  if (!lines.every((line) => line === '' || LINE_OF_URL.test(line))) return undefined;
  const links = new LinkCollector(limits.maxLinks);
  for (const line of lines) links.add(line, 'entry');
  return contentOf(links, url);
}

function contentOf(links: LinkCollector, url: string): Content {
  return {
    title: '',
    text: '',
    links: links.resolve({ base: url, nofollow: false }),
    truncated: links.truncated,
  };
}
