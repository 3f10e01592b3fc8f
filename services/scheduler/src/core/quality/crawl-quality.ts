import type { Url } from '@mayfly/url';
import { dayOf, hourOf } from '../visit.ts';
import { DelaySketch } from './delay-sketch.ts';
import type { PageKey } from './followed-pages.ts';
import { type KeptDay, QualityDay } from './quality-day.ts';
import {
  type KeptPages,
  type NewDelays,
  PART_PAGES,
  type QualityChanges,
  type StoredPage,
} from './quality-ports.ts';

/** Delays of a source since they were last saved. */
interface Delays {
  pages: number;
  readonly discovery: DelaySketch;
  readonly crawling: DelaySketch;
}

/** The last part of a day's pages, which grows until it is full. */
interface OpenPart {
  part: number;
  pages: StoredPage[];
}

/** One crawl's sums by day, and what of them is not saved yet. */
export class CrawlQuality {
  /** Another crawl of the same name was made at another time. */
  readonly createdMs: number;
  readonly #days = new Map<number, QualityDay>();
  readonly #parts = new Map<number, OpenPart>();
  readonly #fullParts: KeptPages[] = [];
  readonly #changedDays = new Set<number>();
  readonly #changedParts = new Set<number>();
  #delays = new Map<Url, Delays>();

  constructor(createdMs: number) {
    this.createdMs = createdMs;
  }

  days(): Iterable<QualityDay> {
    return this.#days.values();
  }

  /** How many pages one stood for on that day, at most. */
  weightOf(day: number): number {
    return this.#days.get(day)?.weight ?? 1;
  }

  load(kept: KeptDay): void {
    this.#days.set(kept.day, new QualityDay(kept.day, kept));
  }

  loadPages({ day, part, pages }: KeptPages): void {
    const open = this.#parts.get(day);
    if (open === undefined || part >= open.part) this.#parts.set(day, { part, pages: [...pages] });
  }

  found({
    source,
    foundMs,
    delayMs,
    possible,
  }: {
    readonly source: Url;
    readonly foundMs: number;
    readonly delayMs: number | undefined;
    readonly possible: number;
  }): void {
    const day = this.#changed(foundMs);
    const sums = day.hour(hourOf(foundMs));
    sums.found += 1;
    sums.possible += possible;
    const delays = this.#delaysOf(source);
    delays.pages += 1;
    if (delayMs === undefined) return;
    day.discovery.add(delayMs);
    delays.discovery.add(delayMs);
  }

  stored({
    key,
    source,
    foundMs,
    storedMs,
    delayMs,
    expected,
    reachable,
    weight,
  }: {
    readonly key: PageKey;
    readonly source: Url;
    readonly foundMs: number | undefined;
    readonly storedMs: number;
    readonly delayMs: number | undefined;
    readonly expected: number;
    readonly reachable: number;
    readonly weight: number;
  }): void {
    const day = this.#changed(storedMs);
    const sums = day.hour(hourOf(storedMs));
    sums.pages += weight;
    sums.expected += weight * expected;
    sums.reachable += weight * reachable;
    if (foundMs !== undefined) this.#fetched(foundMs, weight);
    day.weight = Math.max(day.weight, weight);
    this.#follow(day.day, { ...key, storedMs });
    if (delayMs === undefined) return;
    day.crawling.add(delayMs, weight);
    this.#delaysOf(source).crawling.add(delayMs, weight);
  }

  /** Of a day that is forgotten nobody asks any more. */
  #fetched(foundMs: number, weight: number): void {
    const day = this.#days.get(dayOf(foundMs));
    if (day === undefined) return;
    day.hour(hourOf(foundMs)).fetched += weight;
    this.#changedDays.add(day.day);
  }

  /** A visit to a page that was stored then. Of a day that is forgotten nothing is counted. */
  visited(storedMs: number, weight: number): void {
    const day = this.#days.get(dayOf(storedMs));
    if (day === undefined) return;
    day.hour(hourOf(storedMs)).counted += weight;
    this.#changedDays.add(day.day);
  }

  /** Delays of a source that are not saved yet. */
  unsaved(source: Url): NewDelays | undefined {
    const delays = this.#delays.get(source);
    return delays && keptDelays(source, delays);
  }

  /** What is to be saved; undefined where nothing is. */
  changes(): { readonly changes: QualityChanges; readonly done: () => void } | undefined {
    const days = [...this.#changedDays].flatMap((day) => this.#days.get(day)?.kept() ?? []);
    const open = [...this.#changedParts].map((day) => ({ day, ...this.#parts.get(day)! }));
    const full = [...this.#fullParts];
    const delays = this.#delays;
    if (days.length + open.length + full.length + delays.size === 0) return undefined;
    this.#changedDays.clear();
    this.#changedParts.clear();
    this.#delays = new Map();
    const pages = [...full, ...open.map((part) => ({ ...part, pages: [...part.pages] }))];
    const changes = {
      days,
      pages,
      delays: [...delays].map(([source, each]) => keptDelays(source, each)),
    };
    return { changes, done: () => void this.#fullParts.splice(0, full.length) };
  }

  /** They were not saved: what came meanwhile is added to them. */
  takeBack({ days, pages, delays }: QualityChanges): void {
    for (const { day } of days) this.#changedDays.add(day);
    for (const { day, part } of pages)
      if (this.#parts.get(day)?.part === part) this.#changedParts.add(day);
    for (const { source, pages: count, discovery, crawling } of delays) {
      const own = this.#delaysOf(source);
      own.pages += count;
      own.discovery.merge(DelaySketch.from(discovery));
      own.crawling.merge(DelaySketch.from(crawling));
    }
  }

  forgetBefore(oldest: number): void {
    for (const day of this.#days.keys()) if (day < oldest) this.#days.delete(day);
    for (const day of this.#parts.keys()) if (day < oldest) this.#parts.delete(day);
  }

  #changed(atMs: number): QualityDay {
    const number = dayOf(atMs);
    const day = this.#days.get(number) ?? new QualityDay(number);
    this.#days.set(number, day);
    day.sinceMs = Math.min(day.sinceMs, atMs);
    this.#changedDays.add(number);
    return day;
  }

  #follow(day: number, page: StoredPage): void {
    let open = this.#parts.get(day);
    if (open === undefined) this.#parts.set(day, (open = { part: 0, pages: [] }));
    if (open.pages.length >= PART_PAGES) {
      this.#fullParts.push({ day, part: open.part, pages: open.pages });
      open.part += 1;
      open.pages = [];
    }
    open.pages.push(page);
    this.#changedParts.add(day);
  }

  #delaysOf(source: Url): Delays {
    const known = this.#delays.get(source);
    if (known !== undefined) return known;
    const delays = { pages: 0, discovery: new DelaySketch(), crawling: new DelaySketch() };
    this.#delays.set(source, delays);
    return delays;
  }
}

function keptDelays(source: Url, { pages, discovery, crawling }: Delays): NewDelays {
  return { source, pages, discovery: discovery.kept(), crawling: crawling.kept() };
}
