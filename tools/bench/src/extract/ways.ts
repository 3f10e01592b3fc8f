import { findLinksAndText, LIMITS, readDocument, scanHtml } from '@mayfly/extract';
import { Parser } from 'htmlparser2';
import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import type { Page } from './pages.ts';

/** Reads one page from its bytes; what comes out is counted so that nothing can be left undone. */
export type Way = (page: Page) => number;

const decoder = new TextDecoder();

/** What each contender does of a page. */
export const WAYS: Readonly<Record<string, Way>> = {
  ours: ({ bytes, url }) => {
    const { text, links } = readDocument({ bytes, url, contentType: 'text/html; charset=utf-8' });
    return text.length + links.length;
  },
  'ours-links-text': ({ bytes }) => {
    const { text, links } = findLinksAndText(decoder.decode(bytes), LIMITS);
    return text.length + links.length;
  },
  /** Links as they are written, and the text. */
  htmlparser2: ({ bytes }) => {
    const links: string[] = [];
    let text = '';
    const parser = new Parser({
      onopentag: (name, { href }) => {
        if ((name === 'a' || name === 'area') && href !== undefined) links.push(href);
      },
      ontext: (words) => (text += words),
    });
    parser.end(decoder.decode(bytes));
    return text.length + links.length;
  },
  /** Its tree alone. */
  parse5: ({ bytes }) => parse(decoder.decode(bytes)).childNodes.length,
};

/** Addresses of links, by the tree that the HTML standard makes and by our own scanner. */
export function linkSets({ bytes }: Page): { byStandard: Set<string>; ours: Set<string> } {
  const html = decoder.decode(bytes);
  const byStandard = new Set<string>();
  collect(parse(html, { scriptingEnabled: false }), byStandard);
  const ours = new Set<string>();
  scanHtml(html, {
    wantsAttributes: isLink,
    open: (tag, attributes) => {
      const href = isLink(tag) ? attributes.get('href') : undefined;
      if (href !== undefined) ours.add(href);
    },
    close: () => {},
    text: () => {},
  });
  return { byStandard, ours };
}

function isLink(tag: string): boolean {
  return tag === 'a' || tag === 'area';
}

/** Without recursion: pages are deeper than stacks. */
function collect(root: Tree.Document, found: Set<string>): void {
  const waiting: Tree.Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('attrs' in node && isLink(node.tagName)) {
      const href = node.attrs.find(({ name }) => name === 'href');
      if (href !== undefined) found.add(href.value);
    }
    if ('content' in node) waiting.push(node.content);
    if ('childNodes' in node) waiting.push(...node.childNodes);
  }
}
