/** How unevenly visits may be spread over the pages of one source: the shapes that are told apart. */
const SHAPES = [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 25, 100];
/** Evidence counts half after so many pages, so that the shape follows the times. */
const HALF_PAGES = 20_000;
/** More visits than this say nothing more about the shape. */
const MOST_VISITS = 200;

/**
 * How much the pages of one source differ: visits to a page are Poisson, and its profit is that of its source times a
 * Gamma variable of mean 1 and this shape. A small shape means that few pages get most visits, so that the visits a page
 * has had say much about those to come; a large one that they are all alike. The shape is the one under which the
 * visits seen are most likely.
 */
export class Dispersion {
  private readonly likelihoods = new Float64Array(SHAPES.length);
  private pages = 0;
  private best = SHAPES.length - 1;

  get shape(): number {
    return SHAPES[this.best]!;
  }

  /** A page of which so many visits were expected had so many. */
  add(expected: number, visits: number): void {
    if (!(expected > 0)) return;
    const seen = Math.min(MOST_VISITS, visits);
    const fade = 1 - Math.LN2 / HALF_PAGES;
    for (let i = 0; i < SHAPES.length; i += 1) {
      const shape = SHAPES[i]!;
      let likelihood = shape * Math.log(shape / (shape + expected));
      if (seen > 0) likelihood += seen * Math.log(expected / (shape + expected));
      for (let k = 0; k < seen; k += 1) likelihood += Math.log(shape + k);
      this.likelihoods[i] = this.likelihoods[i]! * fade + likelihood;
    }
    this.pages += 1;
    if (this.pages % 64 === 0) this.choose();
  }

  private choose(): void {
    let best = 0;
    for (let i = 1; i < SHAPES.length; i += 1) {
      if (this.likelihoods[i]! > this.likelihoods[best]!) best = i;
    }
    this.best = best;
  }

  /** How many times the profit of its source a page is now expected to have, by the visits it has had. */
  factor(expected: number, visits: number): number {
    const { shape } = this;
    return (shape + visits) / (shape + expected);
  }
}
