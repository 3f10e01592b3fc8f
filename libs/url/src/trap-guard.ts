import type { Url } from './normalise-url.ts';
import { calendarTrap } from './traps/calendar.ts';
import { facetTrap } from './traps/facets.ts';
import { repetitionTrap } from './traps/repetition.ts';
import { readUrlParts } from './traps/url-parts.ts';

/** What a URL may have before it is taken for one of endlessly many that a site makes up. */
export interface TrapLimits {
  /** Characters of the whole URL. */
  readonly maxLength: number;
  /** Segments of the path. */
  readonly maxDepth: number;
  /** How often one segment, or several in a row, may stand in a path. */
  readonly maxRepeats: number;
  /** Years that a date may lie ahead. */
  readonly maxYearsAhead: number;
  /** Years that a date may lie back, in the parameters of a calendar; archives in paths go back as far as they like. */
  readonly maxYearsBack: number;
  /** Choices that a query may combine: parameters, and members of the lists in them. */
  readonly maxFacets: number;
}

export const TRAP_LIMITS: TrapLimits = {
  maxLength: 2_000,
  maxDepth: 20,
  maxRepeats: 3,
  maxYearsAhead: 2,
  maxYearsBack: 60,
  maxFacets: 12,
};

/** The rule that a URL breaks. */
export interface Trap {
  readonly rule: 'length' | 'depth' | 'repetition' | 'calendar' | 'facets';
  readonly reason: string;
}

/** Names the trap that a URL looks like; undefined where it looks like a page. */
export type TrapGuard = (url: Url, nowMs: number) => Trap | undefined;

/** The guard with these limits; those that are not given are the default ones. */
export function trapGuard(limits: Partial<TrapLimits> = {}): TrapGuard {
  const all: TrapLimits = { ...TRAP_LIMITS, ...limits };
  return (url, nowMs) => {
    if (url.length > all.maxLength)
      return { rule: 'length', reason: `longer than ${all.maxLength}` };
    const parts = readUrlParts(url);
    if (parts.segments.length > all.maxDepth) {
      return { rule: 'depth', reason: `deeper than ${all.maxDepth} segments` };
    }
    return repetitionTrap(parts, all) ?? calendarTrap(parts, all, nowMs) ?? facetTrap(parts, all);
  };
}
