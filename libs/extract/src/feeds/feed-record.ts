import type { XmlAttributes } from '../xml/xml-attributes.ts';
import type { CaptureStart } from './feed-capture.ts';
import { parseFeedDate } from './feed-date.ts';
import type { FeedField } from './feed-fields.ts';
import type { Feed, FeedDates, FeedItem, FeedLink } from './feed.ts';
import { resolved } from './markup.ts';

const PERIODS_MS: Readonly<Record<string, number>> = {
  hourly: 3_600_000,
  daily: 86_400_000,
  weekly: 604_800_000,
  monthly: 2_592_000_000,
  yearly: 31_536_000_000,
};
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MAX_LINKS = 100;
const LONGEST_MS = 31_536_000_000;
const RELATION = /^https?:\/\/www\.iana\.org\/assignments\/relation\//i;
const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)/i;
const RELATIVE_PATH = /^(?:\.{0,2}\/|[\w%~-]+(?:\/|\.\w+$))[^\s]*$/;

/** What is known of a feed or of an item while it is read. */
export class FeedRecord {
  readonly #values = new Map<FeedField, { readonly value: string; readonly rank: number }>();
  readonly #links: FeedLink[] = [];
  readonly #hours = new Set<number>();
  readonly #days = new Set<number>();
  /** What an identifier or `rdf:about` names, where it may be taken for a link. */
  #address: string | undefined;
  #about: string | undefined;

  /** Attributes of the element itself: where it stands (RDF, CDF) and when it changed (CDF). */
  about(attributes: XmlAttributes, base: string): void {
    const about = attributes.get('rdf:about');
    if (about !== undefined) this.#about = resolved(about, base);
    const href = attributes.get('href');
    if (href !== undefined) this.addLink('alternate', resolved(href, base), undefined);
    const changed = attributes.get('lastmod');
    if (changed !== undefined) this.#values.set('updated', { value: changed, rank: 2 });
  }

  addLink(rel: string, href: string, type: string | undefined): void {
    if (this.#links.length >= MAX_LINKS) return;
    const relations = rel.trim().toLowerCase().replace(RELATION, '');
    this.#links.push(
      type === undefined ? { rel: relations, href } : { rel: relations, href, type },
    );
  }

  fill({ filled, attributes, base }: CaptureStart, text: string): void {
    const { field, rank } = filled;
    if (text === '') return;
    if (field === 'hour') this.#hours.add(Number(text) % 24);
    else if (field === 'day') this.#days.add(DAYS.indexOf(text.slice(0, 3).toLowerCase()));
    const before = this.#values.get(field);
    if (before !== undefined && before.rank >= rank) return;
    this.#values.set(field, { value: this.#absolute(field, text, { attributes, base }), rank });
  }

  #absolute(
    field: FeedField,
    text: string,
    { attributes, base }: Pick<CaptureStart, 'attributes' | 'base'>,
  ): string {
    if (field === 'link') return resolved(text, base);
    if (field !== 'id' || attributes.get('ispermalink')?.toLowerCase() === 'false') return text;
    const id = RELATIVE_PATH.test(text) ? resolved(text, base) : text;
    if (/^https?:\/\//i.test(id)) this.#address = id;
    return id;
  }

  asItem(): FeedItem {
    const { title, id, summary, content } = this.#texts();
    const link = this.#link() ?? this.#address ?? this.#about;
    const short = summary ?? content;
    return {
      ...(link !== undefined && { link }),
      ...(id !== undefined && { id }),
      ...(title !== undefined && { title }),
      ...this.#dates(),
      ...(short !== undefined && { summary: short }),
      ...(content !== undefined && { content }),
      links: this.#links,
    };
  }

  asFeed(items: FeedItem[]): Omit<Feed, 'format'> {
    const { title, id, summary, language } = this.#texts();
    const link = this.#link();
    const self = this.#linksOf('self')[0];
    const ttlMs = bounded(Number(this.#values.get('ttl')?.value) * 60_000);
    const updateEveryMs = this.#updateEveryMs();
    return {
      ...(title !== undefined && { title }),
      ...(link !== undefined && { link }),
      ...(id !== undefined && { id }),
      ...(summary !== undefined && { description: summary }),
      ...(language !== undefined && { language }),
      ...this.#dates(),
      ...(self !== undefined && { self }),
      ...(ttlMs !== undefined && { ttlMs }),
      ...(updateEveryMs !== undefined && { updateEveryMs }),
      hubs: this.#linksOf('hub'),
      skipHours: numbersBelow(this.#hours, 24),
      skipDays: numbersBelow(this.#days, 7),
      links: this.#links,
      items,
    };
  }

  #texts(): Partial<Record<FeedField, string>> {
    return Object.fromEntries([...this.#values].map(([field, { value }]) => [field, value]));
  }

  /** What its element says, else the first alternate link, a page before other things. */
  #link(): string | undefined {
    const text = this.#values.get('link')?.value;
    if (text !== undefined) return text;
    const alternates = this.#links.filter(({ rel }) => rel.split(' ').includes('alternate'));
    const page = alternates.find(({ type }) => type === undefined || HTML_TYPE.test(type));
    return (page ?? alternates[0])?.href;
  }

  #linksOf(rel: string): string[] {
    return this.#links.filter((link) => link.rel.split(' ').includes(rel)).map(({ href }) => href);
  }

  #dates(): FeedDates {
    const dates: FeedDates = {};
    for (const field of ['published', 'updated', 'created'] as const) {
      const text = this.#values.get(field)?.value;
      if (text === undefined) continue;
      dates[field] = text;
      const ms = parseFeedDate(text);
      if (ms !== undefined) dates[`${field}Ms`] = ms;
    }
    return dates;
  }

  #updateEveryMs(): number | undefined {
    const period = this.#values.get('period')?.value.toLowerCase();
    const frequency = Number(this.#values.get('frequency')?.value ?? 1);
    if (period === undefined && !this.#values.has('frequency')) return undefined;
    return bounded((PERIODS_MS[period ?? 'daily'] ?? Number.NaN) / frequency);
  }
}

function bounded(ms: number): number | undefined {
  return ms > 0 && ms < Number.POSITIVE_INFINITY ? Math.min(Math.round(ms), LONGEST_MS) : undefined;
}

function numbersBelow(numbers: ReadonlySet<number>, end: number): number[] {
  return [...numbers].filter((number) => number >= 0 && number < end).sort((a, b) => a - b);
}
