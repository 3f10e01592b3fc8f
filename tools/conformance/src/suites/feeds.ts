import { isDeepStrictEqual } from 'node:util';
import {
  decode,
  type Feed,
  type FeedItem,
  parseMediaType,
  readFeed,
  sniffEncoding,
} from '@mayfly/extract';
import { bytesIn, type Line } from '../line.ts';
import { shareOf, type Suite, type Tally, type Taken } from '../suite.ts';

/** What we claim to read; checks on anything else are counted apart. */
const CLAIMED = new Set(['title', 'link', 'id', 'published', 'updated', 'summary']);
/** Where feeds of the cases were served from: their relative links are resolved against it. */
const SERVED_FROM = 'http://127.0.0.1:8097/';

interface Check {
  readonly path: readonly (string | number)[];
  readonly equals?: unknown;
  readonly truthy?: boolean;
  readonly falsy?: boolean;
  readonly length?: number;
}

export const feeds: Suite = {
  name: 'feeds',
  means: 'what a feed and its entries say, check by check',
  open: () => new FeedTally(),
};

class FeedTally implements Tally {
  readonly #claimed = { passed: 0, total: 0 };
  readonly #other = { passed: 0, total: 0 };

  take(line: Line): Taken {
    const bytes = bytesIn(line, 'contentBase64');
    if (bytes === undefined || !Array.isArray(line.checks)) return 'unfit';
    const model = modelOf(bytes, headersOf(line));
    let isMissed = false;
    for (const check of line.checks as readonly Check[]) {
      const counts = isClaimed(check) ? this.#claimed : this.#other;
      const isRight = holds(check, valueAt(model, check.path));
      counts.total += 1;
      if (isRight) counts.passed += 1;
      else if (counts === this.#claimed) isMissed = true;
    }
    return isMissed ? 'missed' : 'passed';
  }

  result() {
    const { passed, total } = this.#claimed;
    const more = { otherPassed: this.#other.passed, otherTotal: this.#other.total };
    return { passed, total, score: shareOf(passed, total), more };
  }
}

function headersOf({ headers }: Line): Readonly<Record<string, string>> {
  const entries = Object.entries((headers ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** Our feed under the names of the generic model. */
function modelOf(bytes: Uint8Array, headers: Readonly<Record<string, string>>): object {
  const { charset } = parseMediaType(headers['content-type']);
  const { encoding } = sniffEncoding(bytes, { charset });
  const url = new URL(headers['content-location'] ?? '', SERVED_FROM).href;
  const feed = readFeed(decode(bytes, encoding), url);
  return { feed: described(feed), entries: feed.items.map(described) };
}

function described(one: Feed | FeedItem): object {
  return { ...one, updated: one.updated ?? one.published };
}

/** A field of the feed or of an entry, and not something within it. */
function isClaimed({ path }: Check): boolean {
  const [first, ...rest] = path;
  const field = first === 'entries' ? rest.slice(1) : rest;
  return (
    ['feed', 'entries'].includes(String(first)) &&
    field.length === 1 &&
    CLAIMED.has(String(field[0]))
  );
}

function valueAt(model: object, path: Check['path']): unknown {
  return path.reduce<unknown>(
    (at, step) => (at as Record<string, unknown> | undefined)?.[step],
    model,
  );
}

function holds(check: Check, value: unknown): boolean {
  if ('equals' in check) return isDeepStrictEqual(value, check.equals);
  if (check.length !== undefined)
    return (value as { length?: number } | undefined)?.length === check.length;
  return check.truthy === true ? Boolean(value) : !value;
}
