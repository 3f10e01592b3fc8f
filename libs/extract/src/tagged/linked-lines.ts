import type { PageLines } from '../main-content/page-lines.ts';

/** Lines of a page with their links written out as Markdown has them. Lines are asked for in their order. */
export class LinkedLines {
  readonly #page: PageLines;
  readonly #urls: ReadonlyMap<number, string>;
  /** Elements that are links, in the order of the page: links hold no links. */
  readonly #links: readonly number[];
  #next = 0;

  constructor(page: PageLines, urls: ReadonlyMap<number, string>) {
    this.#page = page;
    this.#urls = urls;
    this.#links = [...urls.keys()].sort((a, b) => a - b);
  }

  words(line: number): string {
    const { tree, text, from, to } = this.#page;
    const end = to[line]!;
    let at = from[line]!;
    let words = '';
    while (this.#next < this.#links.length) {
      const link = this.#links[this.#next]!;
      const start = tree.starts[link]!;
      if (start >= end) break;
      const stop = Math.min(end, tree.stops[link]!);
      if (stop > at && stop > start) {
        const begin = Math.max(at, start);
        words += text.slice(at, begin) + linkText(text.slice(begin, stop), this.#urls.get(link)!);
        at = stop;
      }
      // One that goes on in the next line is wanted there again.
      if (tree.stops[link]! > end) break;
      this.#next += 1;
    }
    return words + text.slice(at, end);
  }
}

function linkText(words: string, url: string): string {
  const trimmed = words.trim();
  if (trimmed === '') return words;
  const lead = words.slice(0, words.indexOf(trimmed));
  const trail = words.slice(lead.length + trimmed.length);
  return `${lead}[${trimmed}](${url.replace(/[()]/g, escaped)})${trail}`;
}

function escaped(parenthesis: string): string {
  return parenthesis === '(' ? '%28' : '%29';
}
