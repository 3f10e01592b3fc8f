/** Counts of a crawl; each row of them belongs to one host, and the crawl's are the sums. */
export interface Totals {
  readonly pages: number;
  readonly withoutDocument: number;
  readonly newLinks: number;
  /** What came less what went; negative in the row of the loops, which only take. */
  readonly candidates: number;
  readonly submitted: number;
  readonly revisits: number;
}

export const NO_TOTALS: Totals = {
  pages: 0,
  withoutDocument: 0,
  newLinks: 0,
  candidates: 0,
  submitted: 0,
  revisits: 0,
};

export function addTotals(one: Totals, other: Partial<Totals>): Totals {
  return {
    pages: one.pages + (other.pages ?? 0),
    withoutDocument: one.withoutDocument + (other.withoutDocument ?? 0),
    newLinks: one.newLinks + (other.newLinks ?? 0),
    candidates: one.candidates + (other.candidates ?? 0),
    submitted: one.submitted + (other.submitted ?? 0),
    revisits: one.revisits + (other.revisits ?? 0),
  };
}
