import type { SpelledPath } from './canonical-path.ts';
import { isWild, matchesPattern } from './pattern.ts';

/** A canonical pattern, and what it says of the paths that match it. */
export interface Rule {
  readonly allow: boolean;
  readonly pattern: string;
}

/** Canonical patterns by what they say. */
export interface Patterns {
  readonly allow: readonly string[];
  readonly disallow: readonly string[];
}

/** Up to so many rules, or so few questions, trying one after the other is quickest. */
const FEW_RULES = 24;
const FEW_QUESTIONS = 8;

/** Finds the rule that decides: the most specific, which is the longest, and of two as long the one that allows. */
export class RuleBook {
  readonly #patterns: Patterns;
  readonly #isSmall: boolean;
  #questions = 0;
  #index: RuleIndex | undefined;

  constructor(patterns: Patterns) {
    this.#patterns = patterns;
    this.#isSmall = patterns.allow.length + patterns.disallow.length <= FEW_RULES;
  }

  /** The rule that decides for a path, where there is one. */
  find({ canonical, literal }: SpelledPath): Rule | undefined {
    this.#questions += 1;
    // The index is of one spelling; paths that have two are rare.
    if (this.#isSmall || this.#questions <= FEW_QUESTIONS || canonical !== literal) {
      const allow = longestMatch(this.#patterns.allow, literal);
      const disallow = longestMatch(this.#patterns.disallow, canonical);
      return moreSpecific(ruleOf(true, allow), ruleOf(false, disallow));
    }
    this.#index ??= new RuleIndex(this.#patterns);
    return this.#index.find(canonical);
  }
}

/** Patterns without wildcards by their text; those with some in the order in which they count. */
class RuleIndex {
  readonly #plain = new Map<string, Rule>();
  /** The lengths that plain patterns have, longest first. */
  readonly #lengths: readonly number[];
  readonly #wild: readonly Rule[];

  constructor({ allow, disallow }: Patterns) {
    const wild: Rule[] = [];
    const lengths = new Set<number>();
    const add = (rule: Rule): void => {
      if (isWild(rule.pattern)) {
        wild.push(rule);
      } else {
        this.#plain.set(rule.pattern, rule);
        lengths.add(rule.pattern.length);
      }
    };
    // What allows comes last, so that it replaces what forbids the same.
    for (const pattern of disallow) add({ allow: false, pattern });
    for (const pattern of allow) add({ allow: true, pattern });
    this.#lengths = [...lengths].sort((a, b) => b - a);
    this.#wild = wild.sort(
      (a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow),
    );
  }

  find(path: string): Rule | undefined {
    const plain = this.#findPlain(path);
    const least = plain?.pattern.length ?? 0;
    for (const rule of this.#wild) {
      if (rule.pattern.length < least) break;
      if (matchesPattern(rule.pattern, path)) return moreSpecific(rule, plain);
    }
    return plain;
  }

  #findPlain(path: string): Rule | undefined {
    for (const length of this.#lengths) {
      if (length > path.length) continue;
      const rule = this.#plain.get(path.slice(0, length));
      if (rule !== undefined) return rule;
    }
    return undefined;
  }
}

function longestMatch(patterns: readonly string[], path: string): string | undefined {
  let longest: string | undefined;
  for (const pattern of patterns) {
    if (longest !== undefined && pattern.length <= longest.length) continue;
    if (matchesPattern(pattern, path)) longest = pattern;
  }
  return longest;
}

function ruleOf(allow: boolean, pattern: string | undefined): Rule | undefined {
  return pattern === undefined ? undefined : { allow, pattern };
}

function moreSpecific(one: Rule | undefined, other: Rule | undefined): Rule | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const longer = one.pattern.length - other.pattern.length;
  return longer > 0 || (longer === 0 && one.allow) ? one : other;
}
