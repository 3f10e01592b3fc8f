import { parseTagDate } from './tag-date.ts';

/** What a page itself asks of those who fetched it, by meta tags or headers. */
export interface PageWishes {
  readonly noindex: boolean;
  readonly nofollow: boolean;
  readonly noarchive: boolean;
  readonly nosnippet: boolean;
  /** From then on the page should count as gone. */
  readonly unavailableAfterMs?: number;
  /** Other directives in lower case, as they are written: `noimageindex`, `max-snippet:20`, `noai`. */
  readonly others: readonly string[];
}

/** A `<meta name=… content=…>`. */
export interface MetaTag {
  readonly name: string;
  readonly content: string;
}

/** Directives whose value stands behind a colon; any other word before a colon is the name of an agent. */
const VALUED =
  /^(unavailable_after|max-snippet|max-image-preview|max-video-preview)\s*:\s*([^]*)$/i;
const AGENT = /^([a-z][a-z0-9_-]*)\s*:\s*([^]*)$/i;
/** What of a date may stand behind a comma; no directive begins so. */
const MORE_OF_A_DATE =
  /^(?:\d{1,2}[\s-]+[a-z]{3}|\d{4}\b|\d{1,2}:\d\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s+\d)/i;
/** The name of an agent, `unavailable_after` and a date are shorter. */
const LONGEST_DATED = 200;
const MOST_OTHERS = 50;

/** What the meta tags ask of an agent: those named `robots` speak to everybody, those with its product token to it alone. */
export function readMetaRobots(tags: Iterable<MetaTag>, agent: string): PageWishes {
  const wishes = new Wishes();
  for (const { name, content } of tags) {
    if (isFor(name.trim(), agent, 'robots')) wishes.addAll(directivesOf(content));
  }
  return wishes.all();
}

/**
 * What `X-Robots-Tag` headers ask of an agent. A value may begin with the name of an agent, which then holds
 * until the next name; without one it speaks to everybody.
 */
export function readRobotsTag(headers: Iterable<string>, agent: string): PageWishes {
  const wishes = new Wishes();
  for (const header of headers) {
    let named = '*';
    for (const directive of directivesOf(header)) {
      const [, name, rest] = VALUED.test(directive) ? [] : (AGENT.exec(directive) ?? []);
      if (name !== undefined) named = name;
      if (isFor(named, agent, '*')) wishes.add(rest ?? directive);
    }
  }
  return wishes.all();
}

/** Wishes from several places: whoever asks for more restraint is heard. */
export function joinWishes(...several: readonly PageWishes[]): PageWishes {
  const wishes = new Wishes();
  for (const each of several) wishes.join(each);
  return wishes.all();
}

function isFor(named: string, agent: string, everybody: string): boolean {
  const name = named.toLowerCase();
  return name === everybody || name === agent.toLowerCase();
}

/** Directives stand between commas, and those of a date stay in it: behind a week day, before a year or a time. */
function directivesOf(text: string): string[] {
  const directives: string[] = [];
  for (const part of text.split(',').map((each) => each.trim())) {
    const before = directives.at(-1);
    if (part === '') continue;
    if (before !== undefined && isDated(before) && MORE_OF_A_DATE.test(part)) {
      directives[directives.length - 1] = `${before}, ${part}`;
    } else directives.push(part);
  }
  return directives;
}

/** Whether a date may go on behind it. */
function isDated(directive: string): boolean {
  return directive.length <= LONGEST_DATED && /unavailable_after\s*:/i.test(directive);
}

class Wishes {
  readonly #said = new Set<string>();
  readonly #others = new Set<string>();
  #unavailableAfterMs: number | undefined;

  addAll(directives: readonly string[]): void {
    for (const directive of directives) this.add(directive);
  }

  add(directive: string): void {
    const [, valued, value = ''] = VALUED.exec(directive) ?? [];
    const word = directive.trim().toLowerCase();
    if (valued?.toLowerCase() === 'unavailable_after') {
      this.#unavailable(parseTagDate(value));
    } else if (word === 'none') {
      this.#said.add('noindex').add('nofollow');
    } else if (word === 'nocache') {
      this.#said.add('noarchive');
    } else if (valued?.toLowerCase() === 'max-snippet' && value.trim() === '0') {
      this.#said.add('nosnippet');
    } else if (['noindex', 'nofollow', 'noarchive', 'nosnippet'].includes(word)) {
      this.#said.add(word);
    } else if (!['', 'all', 'index', 'follow'].includes(word) && this.#others.size < MOST_OTHERS) {
      this.#others.add(
        word
          .slice(0, 200)
          .replace(/\s*:\s*/, ':')
          .slice(0, 100),
      );
    }
  }

  join(wishes: PageWishes): void {
    for (const word of ['noindex', 'nofollow', 'noarchive', 'nosnippet'] as const) {
      if (wishes[word]) this.#said.add(word);
    }
    for (const other of wishes.others) this.#others.add(other);
    this.#unavailable(wishes.unavailableAfterMs);
  }

  all(): PageWishes {
    return {
      noindex: this.#said.has('noindex'),
      nofollow: this.#said.has('nofollow'),
      noarchive: this.#said.has('noarchive'),
      nosnippet: this.#said.has('nosnippet'),
      ...(this.#unavailableAfterMs === undefined
        ? {}
        : { unavailableAfterMs: this.#unavailableAfterMs }),
      others: [...this.#others],
    };
  }

  /** The earliest end that was asked for. */
  #unavailable(atMs: number | undefined): void {
    if (atMs === undefined) return;
    this.#unavailableAfterMs = Math.min(atMs, this.#unavailableAfterMs ?? atMs);
  }
}
