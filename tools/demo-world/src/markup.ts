import type { Resource, ResourceKind } from './resource.ts';

/** Text as HTML and XML want it. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A link as a reader sees it. */
export interface Link {
  /** Absolute. */
  readonly url: string;
  readonly text: string;
}

/** A list of links under a heading. */
export interface LinkBox {
  readonly heading: string;
  readonly links: readonly Link[];
}

/** A page before it is HTML. */
export interface PageParts {
  readonly kind: ResourceKind;
  /** Its own URL: links to its own host are written relative to it. */
  readonly url: string;
  readonly title: string;
  readonly feed?: { readonly url: string; readonly type: string };
  readonly nav: readonly Link[];
  readonly byline?: string;
  readonly paragraphs: readonly string[];
  /** Markup after the text that holds no links. */
  readonly figure?: string;
  readonly boxes: readonly LinkBox[];
  /** Whether links to its own host are written in full, so that a copy elsewhere says the same. */
  readonly absolute: boolean;
}

/** The page as HTML, with its links counted from the same parts. */
export function htmlPage(parts: PageParts): Resource {
  const { origin } = new URL(parts.url);
  const written = (url: string): string =>
    escaped(!parts.absolute && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  const anchor = ({ url, text }: Link): string => `<a href="${written(url)}">${escaped(text)}</a>`;
  const feed = parts.feed;
  const lines = [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escaped(parts.title)}</title>`,
    ...(feed ? [`<link rel="alternate" type="${feed.type}" href="${written(feed.url)}">`] : []),
    `</head><body>`,
    `<nav>${parts.nav.map(anchor).join(' ')}</nav>`,
    `<main><h1>${escaped(parts.title)}</h1>`,
    ...(parts.byline === undefined ? [] : [`<p class="byline">${escaped(parts.byline)}</p>`]),
    ...parts.paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    ...(parts.figure === undefined ? [] : [parts.figure]),
    '</main>',
    ...parts.boxes.map((box) => boxOf(box, anchor)),
    '</body></html>',
  ];
  const links = [...parts.nav, ...parts.boxes.flatMap((box) => box.links)].map(({ url }) => url);
  return {
    kind: parts.kind,
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body: `${lines.join('\n')}\n`,
    links: [...new Set([...(feed ? [feed.url] : []), ...links])],
  };
}

function boxOf({ heading, links }: LinkBox, anchor: (link: Link) => string): string {
  const items = links.map((link) => `<li>${anchor(link)}</li>`).join('\n');
  return `<section><h2>${escaped(heading)}</h2><ul>\n${items}\n</ul></section>`;
}
