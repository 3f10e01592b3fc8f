import { grown } from '../estimate/interest.ts';

/** The states of a page: never seen on a source, found, given out, crawled. */
export const UNKNOWN = 0;
export const FOUND = 1;
export const OUT = 2;
export const CRAWLED = 3;

/** What is remembered of every page, and which sources showed it. */
export class PageBook {
  count = 0;
  state = new Uint8Array(0);
  birth = new Float64Array(0);
  /** 1 where a date gave the birth. */
  dated = new Uint8Array(0);
  host = new Int32Array(0);
  prior = new Float32Array(0);
  /** Visits seen, and the sum of their times. */
  clicks = new Float32Array(0);
  clickTimes = new Float64Array(0);
  /** When it was found, and how long after the visit of its source before; 0 where that says nothing. */
  foundAt = new Float64Array(0);
  foundAfter = new Float32Array(0);
  /** Since when its visits are seen; NaN while they are not. */
  watchedFrom = new Float64Array(0);
  /** 1 once its visits count for its sources. */
  counted = new Uint8Array(0);
  private first = new Int32Array(0);
  private linkSource = new Int32Array(0);
  private linkNext = new Int32Array(0);
  private links = 0;
  private free = -1;

  reserve(pages: number): void {
    if (pages <= this.count) return;
    const before = this.count;
    this.count = pages;
    if (pages > this.state.length) {
      const room = Math.max(pages, 1_024, Math.ceil(this.state.length * 1.5));
      this.state = grown(this.state, room);
      this.birth = grown(this.birth, room);
      this.dated = grown(this.dated, room);
      this.host = grown(this.host, room);
      this.prior = grown(this.prior, room);
      this.clicks = grown(this.clicks, room);
      this.clickTimes = grown(this.clickTimes, room);
      this.foundAt = grown(this.foundAt, room);
      this.foundAfter = grown(this.foundAfter, room);
      this.watchedFrom = grown(this.watchedFrom, room);
      this.counted = grown(this.counted, room);
      this.first = grown(this.first, room);
    }
    for (let page = before; page < pages; page += 1) this.clear(page);
  }

  private clear(page: number): void {
    this.state[page] = UNKNOWN;
    this.birth[page] = NaN;
    this.dated[page] = 0;
    this.host[page] = -1;
    this.prior[page] = 1;
    this.clicks[page] = 0;
    this.clickTimes[page] = 0;
    this.foundAfter[page] = 0;
    this.watchedFrom[page] = NaN;
    this.counted[page] = 0;
    this.first[page] = -1;
  }

  stateOf(page: number): number {
    return page < this.count ? this.state[page]! : UNKNOWN;
  }

  /** Answers whether the source was not among those that showed the page. */
  link(page: number, source: number): boolean {
    for (let i = this.first[page]!; i >= 0; i = this.linkNext[i]!) {
      if (this.linkSource[i] === source) return false;
    }
    const slot = this.takeSlot();
    this.linkSource[slot] = source;
    this.linkNext[slot] = this.first[page]!;
    this.first[page] = slot;
    return true;
  }

  private takeSlot(): number {
    if (this.free >= 0) {
      const slot = this.free;
      this.free = this.linkNext[slot]!;
      return slot;
    }
    if (this.links === this.linkSource.length) {
      const room = Math.max(1_024, Math.ceil(this.links * 1.5));
      this.linkSource = grown(this.linkSource, room);
      this.linkNext = grown(this.linkNext, room);
    }
    this.links += 1;
    return this.links - 1;
  }

  /** The sources that showed a page, the last one first. */
  eachSource(page: number, visit: (source: number) => void): void {
    for (let i = this.first[page]!; i >= 0; i = this.linkNext[i]!) visit(this.linkSource[i]!);
  }

  /** The source that showed it first, or -1. */
  finder(page: number): number {
    let finder = -1;
    for (let i = this.first[page]!; i >= 0; i = this.linkNext[i]!) finder = this.linkSource[i]!;
    return finder;
  }

  /** For loops that are too hot for a callback: -1 ends them. */
  firstLink(page: number): number {
    return this.first[page]!;
  }

  nextLink(link: number): number {
    return this.linkNext[link]!;
  }

  sourceOf(link: number): number {
    return this.linkSource[link]!;
  }

  sources(page: number): number[] {
    const list: number[] = [];
    if (page < this.count) this.eachSource(page, (source) => list.push(source));
    return list;
  }

  forget(page: number): void {
    if (page >= this.count) return;
    let link = this.first[page]!;
    while (link >= 0) {
      const next = this.linkNext[link]!;
      this.linkNext[link] = this.free;
      this.free = link;
      link = next;
    }
    this.clear(page);
  }
}
