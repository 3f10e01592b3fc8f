import { readDocument, textOfRanges } from '@mayfly/extract';
import { bytesIn, type Line, textIn } from '../line.ts';
import { type Suite, type Tally, type Taken } from '../suite.ts';
import { sharedShingles } from './shingles.ts';

/**
 * Main text of article pages. A line has snippets that must and must not be in it, or the whole of it: then its words are
 * compared in runs of four, precision and recall are averaged over the pages.
 */
export const articles: Suite = {
  name: 'articles',
  means: 'the main text of a page (F1 of snippets, or of the words of whole bodies)',
  open: () => new ArticleTally(),
};

class ArticleTally implements Tally {
  readonly #snippets = { found: 0, missed: 0, wrong: 0 };
  readonly #bodies = { pages: 0, precision: 0, recall: 0 };
  readonly #pages = { passed: 0, total: 0 };

  take(line: Line): Taken {
    const [bytes, url, body] = [
      bytesIn(line, 'contentBase64'),
      textIn(line, 'url'),
      textIn(line, 'body'),
    ];
    const snippets = snippetsIn(line);
    if (bytes === undefined || url === undefined) return 'unfit';
    if (body === undefined && snippets === undefined) return 'unfit';
    const main = mainText(bytes, url);
    const isRight =
      body === undefined ? this.#takeSnippets(main, snippets!) : this.#takeBody(main, body);
    this.#pages.total += 1;
    if (isRight) this.#pages.passed += 1;
    return isRight ? 'passed' : 'missed';
  }

  result() {
    const { found, missed, wrong } = this.#snippets;
    const { pages, precision: precisions, recall: recalls } = this.#bodies;
    const isWhole = pages > 0;
    const precision = isWhole ? precisions / pages : share(found, found + wrong);
    const recall = isWhole ? recalls / pages : share(found, found + missed);
    const score = share(2 * precision * recall, precision + recall);
    return { ...this.#pages, score, more: { precision, recall } };
  }

  #takeSnippets(main: string, { must, mustNot }: Snippets): boolean {
    const text = folded(main);
    const isIn = (snippet: string) => text.includes(folded(snippet));
    const found = must.filter(isIn).length;
    const wrong = mustNot.filter(isIn).length;
    this.#snippets.found += found;
    this.#snippets.missed += must.length - found;
    this.#snippets.wrong += wrong;
    return found === must.length && wrong === 0;
  }

  #takeBody(main: string, body: string): boolean {
    const { shared, first, second } = sharedShingles(main, body);
    const precision = first === 0 ? Number(second === 0) : shared / first;
    const recall = second === 0 ? 1 : shared / second;
    this.#bodies.pages += 1;
    this.#bodies.precision += precision;
    this.#bodies.recall += recall;
    return precision >= 0.9 && recall >= 0.9;
  }
}

interface Snippets {
  readonly must: readonly string[];
  readonly mustNot: readonly string[];
}

function snippetsIn({ must, mustNot }: Line): Snippets | undefined {
  if (!Array.isArray(must) && !Array.isArray(mustNot)) return undefined;
  return { must: (must ?? []) as string[], mustNot: (mustNot ?? []) as string[] };
}

function mainText(bytes: Uint8Array, url: string): string {
  const { text, main } = readDocument({ bytes, url, contentType: 'text/html' });
  return main === undefined ? text : textOfRanges(text, main);
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
