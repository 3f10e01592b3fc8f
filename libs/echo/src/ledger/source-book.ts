import { grown, Interest } from '../estimate/interest.ts';
import { FadingLinks } from '../estimate/fading-links.ts';
import { type LinkRates, NewLinks } from '../estimate/new-links.ts';
import { Overlap } from '../estimate/overlap.ts';
import { Turnover } from '../estimate/turnover.ts';
import type { NewSource, SourceRecord } from '../policy.ts';

/** Bits of a source's state. */
const ACTIVE = 1;
const OUT = 2;

/** What is remembered and believed of every source, in columns of about 150 bytes a source. */
export class SourceBook {
  /** One more than the highest number in use. */
  count = 0;
  active = 0;
  host = new Int32Array(0);
  /** When it was last crawled; added, as long as it never was. */
  begun = new Float64Array(0);
  crawls = new Uint16Array(0);
  /** The estimates that decisions use; refreshed from what was learned. */
  lambda = new Float32Array(0);
  profit = new Float32Array(0);
  decay = new Float32Array(0);
  readonly interest = new Interest();
  readonly links: LinkRates;
  readonly turnover = new Turnover();
  readonly overlap = new Overlap();
  private state = new Uint8Array(0);

  constructor(history: number, fades: boolean) {
    this.links = fades ? new FadingLinks(history) : new NewLinks(history);
  }

  private reserve(rows: number): void {
    if (rows <= this.state.length) return;
    const room = Math.max(rows, Math.ceil(this.state.length * 1.25));
    this.host = grown(this.host, room);
    this.begun = grown(this.begun, room);
    this.crawls = grown(this.crawls, room);
    this.lambda = grown(this.lambda, room);
    this.profit = grown(this.profit, room);
    this.decay = grown(this.decay, room);
    this.interest.reserve(room);
    this.links.reserve(room);
    this.turnover.reserve(room);
    this.overlap.reserve(room);
    this.state = grown(this.state, room);
  }

  /** Answers whether it was not there yet. */
  add({ source, host }: NewSource, at: number, logTime: number): boolean {
    this.reserve(source + 1);
    this.count = Math.max(this.count, source + 1);
    if (this.has(source)) return false;
    this.active += 1;
    this.state[source] = ACTIVE;
    this.host[source] = host;
    this.begun[source] = at;
    this.crawls[source] = 0;
    this.links.begin(source);
    this.turnover.begin(source);
    this.overlap.begin(source);
    this.interest.begin(source, logTime);
    return true;
  }

  /** Reserves at once for many, so that the columns are not copied again and again. */
  addAll(sources: readonly NewSource[], at: number, logTime: number): number[] {
    let highest = -1;
    for (const { source } of sources) if (source > highest) highest = source;
    this.reserve(highest + 1);
    return sources.filter((one) => this.add(one, at, logTime)).map((one) => one.source);
  }

  remove(source: number): boolean {
    if (!this.has(source)) return false;
    this.state[source] = 0;
    this.active -= 1;
    return true;
  }

  has(source: number): boolean {
    return source < this.count && (this.state[source]! & ACTIVE) !== 0;
  }

  isOut(source: number): boolean {
    return (this.state[source]! & OUT) !== 0;
  }

  setOut(source: number, out: boolean): void {
    this.state[source] = out ? this.state[source]! | OUT : this.state[source]! & ~OUT;
  }

  /** Seconds since its last crawl, or since it is known. */
  waited(source: number, at: number): number {
    return Math.max(0, at - this.begun[source]!);
  }

  /** When it was last crawled, if ever. */
  lastCrawl(source: number): number | undefined {
    return this.crawls[source]! > 0 ? this.begun[source]! : undefined;
  }

  save(source: number): SourceRecord | undefined {
    if (!this.has(source)) return undefined;
    return {
      source,
      host: this.host[source]!,
      begun: this.begun[source]!,
      crawls: this.crawls[source]!,
      found: this.links.save(source),
      turnover: this.turnover.save(source),
      overlap: this.overlap.save(source),
      interest: this.interest.save(source),
    };
  }

  load(record: SourceRecord): void {
    const { source } = record;
    this.remove(source);
    this.add(record, record.begun, record.interest.to);
    this.crawls[source] = record.crawls;
    this.links.load(source, record.found, record.crawls);
    this.turnover.load(source, record.turnover);
    if (record.overlap !== undefined) this.overlap.load(source, record.overlap);
    this.interest.load(source, record.interest);
  }
}
