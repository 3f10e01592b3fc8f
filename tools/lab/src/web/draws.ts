import { seededRandom } from '@mayfly/testing';

/** Random numbers of the usual distributions, the same for the same seed. */
export class Draws {
  readonly uniform: () => number;

  constructor(seed: number, purpose: number) {
    // Each purpose has a stream of its own, so that a change in one does not move all the others.
    this.uniform = seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(purpose, 0x85ebca6b));
  }

  below(count: number): number {
    return Math.floor(this.uniform() * count);
  }

  exponential(): number {
    return -Math.log(1 - this.uniform());
  }

  normal(): number {
    const radius = Math.sqrt(2 * this.exponential());
    return radius * Math.cos(2 * Math.PI * this.uniform());
  }

  /** With the given median; `spread` is the standard deviation of its logarithm. */
  logNormal(median: number, spread: number): number {
    return median * Math.exp(spread * this.normal());
  }

  poisson(mean: number): number {
    if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const end = Math.exp(-mean);
    let count = 0;
    for (let product = this.uniform(); product > end; product *= this.uniform()) count++;
    return count;
  }
}
