import { decodeHTML } from 'entities';
import type { Attributes } from '../html/attributes.ts';
import { LOOK } from '../html/text-look.ts';
import { type DateRole, isMarkedAsDate, roleOfWords, standsBeside } from './date-words.ts';
import { METADATA_LIMITS } from './metadata.ts';
import { mayHoldDate, textMayHoldDate } from './may-hold-date.ts';

/** A place in the page where a date stands. */
export interface DatePlace {
  /** What is written there: a value of an attribute, or some text around the date. */
  readonly written: string;
  readonly kind: 'time' | 'text';
  /** What the names of the elements around it make of it. */
  readonly role: DateRole;
  /** The names of the elements around it call it a date. */
  readonly isMarked: boolean;
  /** It belongs to something else: a comment, a list of other articles, the foot of the page. */
  readonly isBeside: boolean;
  /** Where the date stands in the page. */
  readonly at: number;
  /** How much text stands around it in the same element. */
  readonly length: number;
  /** How much of what is written stands before that element. */
  readonly before: number;
}

/** What is remembered of such a place while the page goes by. */
interface Spot {
  readonly start: number;
  readonly end: number;
  readonly isAside: boolean;
  /** Of a time element: its attributes. */
  readonly time?: { readonly datetime: string; readonly role: DateRole };
}

/** Markup before a text that is looked at for the names of the elements around it. */
const MARKUP_CHARACTERS = 500;
/** Longer texts tell a story, and the dates in it are of what it tells. */
const LABEL_CHARACTERS = 150;
/** Words right before a date that may say what it is. */
const LABEL_BEFORE = 40;
const MAX_LONG_TEXTS = 50;
const SHORTEST = 4;
const LONGEST = 600;
const NAMES =
  /\b(?:class|id|itemprop|property|rel)\s*=\s*(?:"([^"]{1,200})"|'([^']{1,200})'|([^\s"'>]{1,200}))/gi;
const TAGS = /<[^<>]{0,2000}>/g;
const ONLY_A_YEAR = /^\s*(?:19|20)\d\d\s*$/;
/** What is said before another date is said of that. */
const UP_TO_A_YEAR = /^.*\d{4}/;

const NO_CODES = new Uint16Array();

/** Finds the places where dates stand while a page goes by: time elements, and texts with a year in them. */
export class PageDates {
  readonly #html: string;
  #codes: Uint16Array = NO_CODES;
  readonly #spots: Spot[] = [];
  #time: { datetime: string; role: DateRole; start: number; end: number } | undefined;
  #lastTextEnd = 0;
  #asideDepth = 0;
  #longTexts = 0;
  readonly #places: DatePlace[] = [];
  #sortedFor = -1;

  constructor(html: string) {
    this.#html = html;
  }

  /** The characters of the page as numbers. */
  begin(codes: Uint16Array): void {
    this.#codes = codes;
  }

  /**
   * The so many of them that are nearest to a place of the page, the nearest first. Little is known of one until it is asked
   * for, as most pages declare their dates.
   */
  nearest(at: number, max: number): readonly DatePlace[] {
    if (this.#sortedFor !== at) {
      this.#spots.sort((a, b) => distance(a.start - at) - distance(b.start - at));
      this.#places.length = 0;
      this.#sortedFor = at;
    }
    const count = Math.min(max, this.#spots.length);
    while (this.#places.length < count) {
      this.#places.push(placeOf(this.#html, this.#spots[this.#places.length]!));
    }
    return this.#places.slice(0, count);
  }

  openAside(): void {
    this.#asideDepth += 1;
  }

  closeAside(): void {
    if (this.#asideDepth > 0) this.#asideDepth -= 1;
  }

  /** Where content begins, nothing beside it is open, though a tag may be missing. */
  leaveAsides(): void {
    this.#asideDepth = 0;
  }

  openTime(attributes: Attributes): void {
    const names = ['class', 'itemprop', 'property', 'id'].map((key) => attributes.get(key) ?? '');
    const isPublication = attributes.get('pubdate') !== undefined;
    const role = isPublication ? 'published' : roleOfWords(names.join(' ').slice(0, 300));
    const datetime = attributes.get('datetime') ?? attributes.get('content') ?? '';
    this.#time = { datetime: datetime.trim(), role, start: -1, end: this.#lastTextEnd };
  }

  closeTime(): void {
    const time = this.#time;
    this.#time = undefined;
    if (time === undefined || this.#isFull()) return;
    const start = time.start === -1 ? time.end : time.start;
    this.#spots.push({ start, end: time.end, isAside: this.#asideDepth > 0, time });
  }

  /** `<abbr class="published" title="2010-05-03T12:00:00Z">` is how microformats have it. */
  openAbbreviation(attributes: Attributes): void {
    const datetime = attributes.get('title') ?? '';
    if (this.#isFull() || datetime.length > 100 || !textMayHoldDate(datetime)) return;
    const names = attributes.get('class')?.slice(0, 300) ?? '';
    const role = roleOfWords(names);
    if (role === 'plain' && !isMarkedAsDate(names)) return;
    const at = this.#lastTextEnd;
    this.#spots.push({
      start: at,
      end: at,
      isAside: this.#asideDepth > 0,
      time: { datetime, role },
    });
  }

  /** No date is without two figures beside each other, and nearly all texts are. */
  text(start: number, end: number, look: number): void {
    this.#lastTextEnd = end;
    if (this.#time !== undefined) {
      if (this.#time.start === -1) this.#time.start = start;
      this.#time.end = end;
    } else if ((look & LOOK.hasFigures) !== 0 && end - start >= SHORTEST && !this.#isFull()) {
      const isLong = end - start > LABEL_CHARACTERS;
      if (isLong && this.#longTexts >= MAX_LONG_TEXTS) return;
      if (!mayHoldDate(this.#codes, start, Math.min(end, start + LONGEST), look)) return;
      if (isLong) this.#longTexts += 1;
      this.#spots.push({ start, end, isAside: this.#asideDepth > 0 });
    }
  }

  #isFull(): boolean {
    return this.#spots.length >= METADATA_LIMITS.datePlaces;
  }
}

/** What stands above is as far as what stands twice as far below. */
function distance(below: number): number {
  return below >= 0 ? below : -2 * below;
}

function placeOf(html: string, { start, end, isAside, time }: Spot): DatePlace {
  const markup = html.slice(Math.max(0, start - MARKUP_CHARACTERS), start);
  const names = namesIn(markup);
  const text = html.slice(start, Math.min(end, start + LONGEST));
  const own = folded(text.includes('&') ? decodeHTML(text) : text);
  const length = end - start > LONGEST ? end - start : own.length;
  const place = { isBeside: isAside || standsBeside(names), at: start, length };
  if (time !== undefined) {
    const said = time.role === 'plain' ? roleOfWords(wordsIn(markup)) : time.role;
    const role = said === 'plain' ? roleOfWords(names) : said;
    const written = time.datetime === '' ? folded(own.replace(TAGS, ' ')) : time.datetime;
    return { ...place, written, kind: 'time', role, isMarked: true, before: 0 };
  }
  const before = length > LABEL_CHARACTERS ? '' : wordsIn(markup);
  const written = before === '' ? own : `${before} ${own}`;
  const [role, isMarked] = [roleOfWords(names), isMarkedAsDate(names)];
  // The day may stand in an element of its own before the year.
  const skipped = ONLY_A_YEAR.test(own) ? 0 : before.length;
  return { ...place, written, kind: 'text', role, isMarked, before: skipped };
}

function namesIn(markup: string): string {
  const found = [...markup.matchAll(NAMES)].slice(-4);
  return found.map(([, double, single, bare]) => double ?? single ?? bare).join(' ');
}

/** Short texts right before, such as `Posted on`. */
function wordsIn(markup: string): string {
  const whole = markup.slice(Math.max(0, markup.indexOf('<'), markup.lastIndexOf('</script')));
  const words = whole.replace(TAGS, ' ');
  const text = folded(words.includes('&') ? decodeHTML(words) : words).slice(-LABEL_BEFORE);
  return text.replace(UP_TO_A_YEAR, '');
}

/** The texts are short: this is quicker than what is made for long ones. */
function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
