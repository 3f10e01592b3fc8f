import { addRelated } from './html/page-links.ts';
import { type FoundLink, LinkCollector } from './link-collector.ts';
import type { ListedLink } from './listed-links.ts';

/** Sites with many languages name each; more than these nobody means. */
const MOST_LINKS = 1_000;
const TARGET = /\s*<([^<>]*)>/y;
const PARAMETER =
  /\s*;\s*(?:([^\s=;,"<>]+)\s*(?:=\s*(?:"([^"\\]*(?:\\[^][^"\\]*)*)"|([^\s;,"]*)))?)?/y;

/** One link of a header: its target as it is written, its parameters under their names in lower case. */
interface HeaderLink {
  readonly target: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** What `Link` headers (RFC 8288), joined by commas, name as `<link>` in the head of the document would. */
export function linksOfHeader(header: string | undefined, url: string): FoundLink[] {
  if (header === undefined) return [];
  const links = new LinkCollector(MOST_LINKS);
  for (const { target, parameters } of parsed(header)) {
    // One with an anchor is no link of this document.
    if (parameters.has('anchor')) continue;
    const get = (name: string) => (name === 'href' ? target : parameters.get(name));
    addRelated(links, { get });
  }
  return links.resolve({ base: url, nofollow: false });
}

/** Those that only the header names come first, as a head does; of the others both say what they are. */
export function joinLinks(
  named: readonly FoundLink[],
  found: readonly ListedLink[],
): readonly ListedLink[] {
  if (named.length === 0) return found;
  const rest = new Map(named.map((link) => [link.url, link]));
  const all = found.map((link) => {
    const other = rest.get(link.url);
    rest.delete(link.url);
    return other === undefined ? link : joined(link, other);
  });
  return [...rest.values(), ...all];
}

/** As a page that names a URL twice: what it is says more than that it is a link, and both have to ask not to follow it. */
function joined(link: ListedLink, other: FoundLink): ListedLink {
  const { rel, language = other.language, ...rest } = link;
  const both = (rel ?? []).filter((each) => other.rel?.includes(each));
  return {
    ...rest,
    kind: link.kind === 'anchor' ? other.kind : link.kind,
    nofollow: link.nofollow && other.nofollow,
    ...(both.length > 0 && { rel: both }),
    ...(language !== undefined && { language }),
  };
}

/** What is no link is passed over, up to the next comma. */
function* parsed(header: string): Generator<HeaderLink> {
  let at = 0;
  while (at >= 0 && at < header.length) {
    TARGET.lastIndex = at;
    const target = TARGET.exec(header)?.[1];
    if (target !== undefined) {
      const { parameters, end } = parametersFrom(header, TARGET.lastIndex);
      yield { target, parameters };
      at = end;
    }
    at = header.indexOf(',', at) + 1 || -1;
  }
}

function parametersFrom(
  header: string,
  start: number,
): { readonly parameters: ReadonlyMap<string, string>; readonly end: number } {
  const parameters = new Map<string, string>();
  for (let end = start; ; end = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = end;
    const found = PARAMETER.exec(header);
    if (found === null) return { parameters, end };
    const [, name = '', quoted, plain = ''] = found;
    const key = name.toLowerCase();
    // The first of a name counts.
    if (key !== '' && !parameters.has(key)) {
      parameters.set(key, quoted?.replaceAll(/\\([^])/g, '$1') ?? plain);
    }
  }
}
