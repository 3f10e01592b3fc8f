import type { Trap, TrapLimits } from '../trap-guard.ts';
import type { UrlParts } from './url-parts.ts';

/** What parts the members of a list in a value: `color=red,blue`, `f=a|b`, escaped or not. */
const MEMBERS = /,|\||%2C|%7C/i;

/**
 * Every filter that a shop offers doubles the number of its lists. A page that somebody links to on purpose
 * combines few of them.
 */
export function facetTrap({ parameters }: UrlParts, { maxFacets }: TrapLimits): Trap | undefined {
  let facets = 0;
  for (const { value } of parameters) facets += value.split(MEMBERS).length;
  if (facets <= maxFacets) return undefined;
  return { rule: 'facets', reason: `combines more than ${maxFacets} choices` };
}
