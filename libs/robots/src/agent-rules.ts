import { canonicalPath } from './canonical-path.ts';
import { type Matcher, matcherOf } from './pattern.ts';

/** One line of a group: a canonical pattern, and what it says of the paths that match it. */
export interface Rule {
  readonly allow: boolean;
  readonly pattern: string;
}

/** What a robots.txt says to one agent, as plain data for a row of a store. Its patterns are canonical and ASCII. */
export interface StoredRules {
  readonly allow: readonly string[];
  readonly disallow: readonly string[];
  readonly crawlDelayMs?: number;
  readonly sitemaps: readonly string[];
}

/** Whether a path may be fetched, and by which pattern that is so; no pattern means that none matches. */
export interface Decision {
  readonly allowed: boolean;
  readonly pattern?: string;
}

/** What a robots.txt says to one agent. */
export interface AgentRules {
  /** Whether the path (with its query, as in a URL) may be fetched. */
  isAllowed(pathAndQuery: string): boolean;
  /** The same with the reason. robots.txt itself is always allowed, and nobody asks here before fetching it. */
  decide(pathAndQuery: string): Decision;
  /** The rest between requests that it asks for, where it asks for one. */
  readonly crawlDelayMs: number | undefined;
  /** Sitemaps that it names, for any agent, as they are written. */
  readonly sitemaps: readonly string[];
  toJSON(): StoredRules;
}

interface Compiled extends Rule {
  readonly matches: Matcher;
}

/** The rules that were stored. */
export function restoreRules(stored: StoredRules): AgentRules {
  return new SortedRules(stored);
}

/** The most specific rule is the longest; of two that are as long the one that allows. So the first that matches decides. */
class SortedRules implements AgentRules {
  readonly crawlDelayMs: number | undefined;
  readonly sitemaps: readonly string[];
  readonly #stored: StoredRules;
  readonly #rules: readonly Compiled[];

  constructor(stored: StoredRules) {
    this.#stored = stored;
    this.crawlDelayMs = stored.crawlDelayMs;
    this.sitemaps = stored.sitemaps;
    const compiled = (allow: boolean) => (pattern: string) => ({
      allow,
      pattern,
      matches: matcherOf(pattern),
    });
    this.#rules = [
      ...stored.allow.map(compiled(true)),
      ...stored.disallow.map(compiled(false)),
    ].sort((a, b) => b.pattern.length - a.pattern.length);
  }

  isAllowed(pathAndQuery: string): boolean {
    return this.decide(pathAndQuery).allowed;
  }

  decide(pathAndQuery: string): Decision {
    const path = canonicalPath(pathAndQuery);
    for (const { matches, allow, pattern } of this.#rules) {
      if (matches(path)) return { allowed: allow, pattern };
    }
    return { allowed: true };
  }

  toJSON(): StoredRules {
    return this.#stored;
  }
}
