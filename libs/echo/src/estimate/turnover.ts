import { grown } from './interest.ts';

/** How much of what was known of a list's pace is kept at each crawl. */
const KEPT = 0.8;
/** Of a list that turned over sooner than believed, this share of the time is assumed to be what it shows. */
const SURPRISED = 0.6;

/**
 * How far back the lists of sources reach: a link stays on a list until as many others have come as it shows. A list
 * that was visited too late says only that its reach is shorter than the time between.
 */
export class Turnover {
  private links = new Float32Array(0);
  private seconds = new Float32Array(0);
  private listed = new Uint16Array(0);

  reserve(rows: number): void {
    this.links = grown(this.links, rows);
    this.seconds = grown(this.seconds, rows);
    this.listed = grown(this.listed, rows);
  }

  begin(row: number): void {
    this.links[row] = 0;
    this.seconds[row] = 0;
    this.listed[row] = 0;
  }

  /** Seconds that a link stays on the list; infinity while nothing is known. */
  reach(row: number): number {
    const links = this.links[row]!;
    return links > 0 && this.listed[row]! > 0
      ? (this.listed[row]! * this.seconds[row]!) / links
      : Infinity;
  }

  /** A crawl showed so many links that were not there `seconds` ago; answers the seconds in which they came. */
  add(
    row: number,
    crawl: { links: number; listed: number; seconds: number; overflow: boolean },
  ): number {
    const { links, seconds, overflow } = crawl;
    this.listed[row] = Math.min(65_535, crawl.listed);
    const believed = this.reach(row);
    const shown = !overflow ? seconds : believed < seconds ? believed : seconds * SURPRISED;
    this.links[row] = this.links[row]! * KEPT + links;
    this.seconds[row] = this.seconds[row]! * KEPT + shown;
    return shown;
  }

  save(row: number): [links: number, seconds: number, listed: number] {
    return [this.links[row]!, this.seconds[row]!, this.listed[row]!];
  }

  load(row: number, [links, seconds, listed]: readonly [number, number, number]): void {
    this.links[row] = links;
    this.seconds[row] = seconds;
    this.listed[row] = listed;
  }
}
