import type { SitemapEntry } from './sitemap.ts';

/** Longer than any URL that is worth having. */
const MAX_LINE_CHARACTERS = 8_192;
const LINE_OF_URL = /^https?:\/\/\S+$/i;

/** Reads a text of which each line is a URL; other lines say nothing. */
export class UrlLines {
  readonly #onEntry: (entry: SitemapEntry) => void;
  #rest = '';
  readonly format = 'text';
  readonly stopped = undefined;

  constructor(onEntry: (entry: SitemapEntry) => void) {
    this.#onEntry = onEntry;
  }

  write(text: string): void {
    const lines = (this.#rest + text).split(/[\r\n]+/);
    // What has become too long is no URL, and its end is none either.
    this.#rest = lines.pop()!.slice(0, MAX_LINE_CHARACTERS + 1);
    for (const line of lines) this.#line(line);
  }

  end(): void {
    this.#line(this.#rest);
    this.#rest = '';
  }

  #line(line: string): void {
    const loc = line.trim();
    if (loc.length > MAX_LINE_CHARACTERS || !LINE_OF_URL.test(loc)) return;
    this.#onEntry({ kind: 'entry', loc });
  }
}

/** Whether a plain text is a list of URLs, one a line, and nothing else. */
export function isListOfUrls(text: string): boolean {
  if (!/^\s*https?:\/\//i.test(text)) return false;
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from);
    const end = found < 0 ? text.length : found;
    const line = text.slice(from, end).trim();
    if (!line.split('\r').every(isBlankOrUrl)) return false;
    from = end + 1;
  }
  return true;
}

function isBlankOrUrl(written: string): boolean {
  const line = written.trim();
  return line === '' || LINE_OF_URL.test(line);
}
