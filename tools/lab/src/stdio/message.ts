import type { Feedback } from '@mayfly/echo';
import { UsageError } from '@mayfly/command-line';

/** A link on a source: its page and when that says it was published. */
export type LinkTold = readonly [url: string, published: number | undefined];

/** One line that a simulator says; times are seconds from its start. */
export type Message =
  | {
      readonly says: 'init';
      readonly rate: number;
      readonly seed: number;
      readonly sources: readonly string[];
      readonly feedback: Feedback;
    }
  | {
      readonly says: 'visits';
      readonly visits: readonly (readonly [url: string, at: number])[];
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly says: 'source';
      readonly url: string;
      readonly at: number;
      readonly links: readonly LinkTold[];
      readonly listed: number;
      readonly overflow: boolean;
    }
  | {
      readonly says: 'page';
      readonly url: string;
      readonly at: number;
      readonly published: number | undefined;
    }
  | { readonly says: 'next'; readonly at: number };

type Fields = Readonly<Record<string, unknown>>;

/** Reads one line; a UsageError says what is wrong with it. */
export function readMessage(line: string): Message {
  const value = fieldsOf(parsed(line), 'a line');
  if ('next' in value) return { says: 'next', at: numberOf(value.next, 'next') };
  if ('visits' in value) return visitsOf(value);
  if ('crawled' in value) return crawledOf(fieldsOf(value.crawled, 'crawled'));
  if ('init' in value) return initOf(fieldsOf(value.init, 'init'));
  throw new UsageError('a line says init, visits, crawled or next');
}

function initOf({ rate, seed = 1, sources, feedback = 'all' }: Fields): Message {
  if (feedback !== 'all' && feedback !== 'crawled') {
    throw new UsageError('init.feedback: must be all or crawled');
  }
  const requests = numberOf(rate, 'init.rate');
  if (requests <= 0) throw new UsageError('init.rate: must be more than 0');
  return {
    says: 'init',
    rate: requests,
    seed: numberOf(seed, 'init.seed'),
    sources: listOf(sources, 'init.sources').map((url, i) => textOf(url, `init.sources[${i}]`)),
    feedback,
  };
}

function visitsOf({ visits, from, to }: Fields): Message {
  return {
    says: 'visits',
    visits: listOf(visits, 'visits').map((visit, i) => {
      const [url, at] = listOf(visit, `visits[${i}]`);
      return [textOf(url, `visits[${i}][0]`), numberOf(at, `visits[${i}][1]`)] as const;
    }),
    from: numberOf(from, 'from'),
    to: numberOf(to, 'to'),
  };
}

function crawledOf({ kind, url: told, at: time, ...more }: Fields): Message {
  const url = textOf(told, 'crawled.url');
  const at = numberOf(time, 'crawled.at');
  if (kind === 'page') {
    return { says: 'page', url, at, published: dateOf(more.published, 'crawled.published') };
  }
  if (kind !== 'source') throw new UsageError('crawled.kind: must be source or page');
  const links = listOf(more.links, 'crawled.links').map(linkOf);
  if (typeof more.overflow !== 'boolean') {
    throw new UsageError('crawled.overflow: must be true or false');
  }
  const listed = numberOf(more.listed, 'crawled.listed');
  return { says: 'source', url, at, links, listed, overflow: more.overflow };
}

function linkOf(link: unknown, index: number): LinkTold {
  const name = `crawled.links[${index}]`;
  const [url, published] = listOf(link, name);
  return [textOf(url, `${name}[0]`), dateOf(published, `${name}[1]`)];
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new UsageError(`no JSON: ${(error as Error).message}`);
  }
}

function fieldsOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${name}: must be an object`);
  }
  return value as Fields;
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new UsageError(`${name}: must be a list`);
  return value as readonly unknown[];
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new UsageError(`${name}: must be a URL`);
  return value;
}

function numberOf(value: unknown, name: string): number {
  // JSON has no NaN, but 1e999 is Infinity.
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new UsageError(`${name}: must be a number`);
  }
  return value;
}

function dateOf(value: unknown, name: string): number | undefined {
  return value === null || value === undefined ? undefined : numberOf(value, name);
}
