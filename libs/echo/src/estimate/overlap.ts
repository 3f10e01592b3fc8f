import { grown } from './interest.ts';

/** At each page that proves its age, so much of what was known is kept. */
const KEPT = 0.95;
/** As much as an hour of waiting speaks for no overlap before anything is known. */
const PRIOR_SECONDS = 3_600;
const LEAST = 0.1;

/**
 * How much of what came on a source since its last visit is found elsewhere before its next. Where nothing is, pages that
 * are found on it are half as old as the wait, on average; the younger they are, the more others took. The share is that
 * of the wait in which what it has to show is really new.
 */
export class Overlap {
  private ages = new Float32Array(0);
  private waits = new Float32Array(0);

  reserve(rows: number): void {
    this.ages = grown(this.ages, rows);
    this.waits = grown(this.waits, rows);
  }

  begin(row: number): void {
    this.ages[row] = 0;
    this.waits[row] = 0;
  }

  /** A page was so old when it was found, so long after the visit before. */
  add(row: number, age: number, waited: number): void {
    this.ages[row] = this.ages[row]! * KEPT + Math.min(Math.max(0, age), waited);
    this.waits[row] = this.waits[row]! * KEPT + waited;
  }

  share(row: number): number {
    const share = (2 * this.ages[row]! + PRIOR_SECONDS) / (this.waits[row]! + PRIOR_SECONDS);
    return Math.min(1, Math.max(LEAST, share));
  }

  save(row: number): [ages: number, waits: number] {
    return [this.ages[row]!, this.waits[row]!];
  }

  load(row: number, [ages, waits]: readonly [number, number]): void {
    this.ages[row] = ages;
    this.waits[row] = waits;
  }
}
