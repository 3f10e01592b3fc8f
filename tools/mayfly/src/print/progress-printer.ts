import type { CrawlPlan } from '../crawl-plan.ts';
import { type Progress, progressLine } from '../progress.ts';
import { counted } from './counted.ts';

/** What a run came to. */
export interface Summary {
  readonly crawl: string;
  readonly why: string;
  readonly pages: number;
  readonly seconds: number;
  readonly pagesPerSecond: number;
  readonly known: number;
  readonly waiting: number;
  readonly parked: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Whether the suite goes on with the crawl, now that nobody watches. */
  readonly goesOn: boolean;
  /** Why nothing could be fetched; empty where something was. */
  readonly unreached: readonly string[];
}

/** Shows a run: a line that renews itself in a terminal, a line a look elsewhere, objects for scripts. */
export class ProgressPrinter {
  readonly #json: boolean;
  readonly #renews: boolean;

  constructor(json: boolean) {
    this.#json = json;
    this.#renews = !json && process.stdout.isTTY === true;
  }

  begin({ name, seeds }: CrawlPlan): void {
    if (this.#json) return this.#object('begin', { crawl: name, seeds });
    const more = seeds.length > 3 ? ` and ${seeds.length - 3} more` : '';
    process.stdout.write(`crawl ${name}: ${seeds.slice(0, 3).join(' ')}${more}\n`);
  }

  progress(progress: Progress): void {
    if (this.#json) return this.#object('progress', progress);
    const line = progressLine(progress);
    process.stdout.write(
      this.#renews ? `\r${line.slice(0, process.stdout.columns - 1)}\u001b[K` : `${line}\n`,
    );
  }

  /** Something that whoever watches should know. */
  note(text: string): void {
    if (this.#json) return this.#object('note', { text });
    process.stdout.write(`${this.#renews ? '\n' : ''}${text}\n`);
  }

  end(summary: Summary): void {
    if (this.#json) return this.#object('summary', summary);
    const { crawl, why, pages, seconds, pagesPerSecond, outcomes, unreached } = summary;
    const { known, waiting, parked, goesOn } = summary;
    const words = Object.entries(outcomes).map(([outcome, urls]) => `${urls} ${outcome}`);
    process.stdout.write(
      `${this.#renews ? '\n' : ''}\ncrawl ${crawl}: ${counted(pages, 'page')} in ${seconds} s (${pagesPerSecond}/s); ended: ${why}\n` +
        `${counted(known, 'URL')} known, ${waiting} waiting, ${parked} not asked for; at rest: ${words.join(', ') || 'none'}\n` +
        (goesOn ? 'the suite that runs goes on with the crawl\n' : '') +
        unreached.map((reason) => `nothing fetched: ${reason}\n`).join(''),
    );
  }

  #object(event: string, fields: object): void {
    process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
  }
}
