import { Outcome } from '@mayfly/contracts/crawl/v1';
import type { GetLedgerResponse } from '@mayfly/contracts/frontier/v1';
import { counted } from './print/counted.ts';

/** How far a run is. */
export interface Progress {
  readonly seconds: number;
  /** Pages of this run. */
  readonly pages: number;
  /** Of the time since the last look. */
  readonly pagesPerSecond: number;
  readonly waiting: number;
  readonly leased: number;
  readonly known: number;
  /** URLs at rest whose last attempt brought no document and no redirect. */
  readonly errors: number;
}

const FINE: ReadonlySet<number> = new Set([
  Outcome.OUTCOME_OK,
  Outcome.OUTCOME_UNCHANGED,
  Outcome.OUTCOME_REDIRECTED,
  Outcome.OUTCOME_ROBOTS,
]);

/** Makes figures of a run out of what the services say, one look after another. */
export class ProgressMeter {
  readonly #firstPages: number;
  readonly #startMs: number;
  #last: { pages: number; ms: number };

  constructor(firstPages: number, startMs: number) {
    this.#firstPages = firstPages;
    this.#startMs = startMs;
    this.#last = { pages: 0, ms: startMs };
  }

  look(ledger: GetLedgerResponse, nowMs: number): Progress {
    const pages = ledger.pages - this.#firstPages;
    const passedMs = Math.max(1, nowMs - this.#last.ms);
    const pagesPerSecond = Math.max(0, ((pages - this.#last.pages) * 1_000) / passedMs);
    this.#last = { pages, ms: nowMs };
    const { waiting, leased, known } = ledger;
    const errors = ledger.atRest
      .filter(({ outcome }) => !FINE.has(outcome))
      .reduce((sum, { urls }) => sum + urls, 0);
    const seconds = rounded((nowMs - this.#startMs) / 1_000);
    return {
      seconds,
      pages,
      pagesPerSecond: rounded(pagesPerSecond),
      waiting,
      leased,
      known,
      errors,
    };
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(1));
}

/** One line for a person. */
export function progressLine(progress: Progress): string {
  const { seconds, pages, pagesPerSecond, waiting, leased, known, errors } = progress;
  return (
    `${Math.round(seconds)} s  ${counted(pages, 'page')}  ${pagesPerSecond.toFixed(1)}/s  ` +
    `${leased} under way  ${waiting} waiting  ${counted(known, 'URL')} known  ${counted(errors, 'error')}`
  );
}
