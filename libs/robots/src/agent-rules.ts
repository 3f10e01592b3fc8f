import { spellPath } from './canonical-path.ts';
import { RuleBook } from './rule-book.ts';
import { type PackedRules, packRules, unpackRules } from './pack-rules.ts';

/** What a robots.txt says to one agent, as plain data. Its patterns are canonical and ASCII. */
export interface PlainRules {
  readonly allow: readonly string[];
  readonly disallow: readonly string[];
  readonly crawlDelayMs?: number;
  readonly sitemaps: readonly string[];
  readonly contentSignals?: readonly string[];
}

/** The same for a row of a store: plain, or packed where it would be too large for one. */
export type StoredRules = PlainRules | PackedRules;

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
  /** Values of `Content-Signal` and `Content-Usage` lines for the agent, as they are written. */
  readonly contentSignals: readonly string[];
  toJSON(): StoredRules;
}

/** The rules that were stored. */
export function restoreRules(stored: StoredRules): AgentRules {
  return new BookedRules('packed' in stored ? unpackRules(stored) : stored);
}

class BookedRules implements AgentRules {
  readonly #rules: PlainRules;
  readonly #book: RuleBook;

  constructor(rules: PlainRules) {
    this.#rules = rules;
    this.#book = new RuleBook(rules);
  }

  get crawlDelayMs(): number | undefined {
    return this.#rules.crawlDelayMs;
  }

  get sitemaps(): readonly string[] {
    return this.#rules.sitemaps;
  }

  get contentSignals(): readonly string[] {
    return this.#rules.contentSignals ?? [];
  }

  isAllowed(pathAndQuery: string): boolean {
    return this.#book.find(spellPath(pathAndQuery))?.allow ?? true;
  }

  decide(pathAndQuery: string): Decision {
    const rule = this.#book.find(spellPath(pathAndQuery));
    return rule === undefined ? { allowed: true } : { allowed: rule.allow, pattern: rule.pattern };
  }

  toJSON(): StoredRules {
    return packRules(this.#rules);
  }
}
