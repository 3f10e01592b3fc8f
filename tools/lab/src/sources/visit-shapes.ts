import { LASTING_DAYS } from '@mayfly/echo';
import { Draws } from '../web/draws.ts';
import { PAPER_WEB } from '../web/web-shape.ts';

const DAY = 86_400;
/** Of pages that are visited at all, as the paper found. */
const LASTING_SHARE = 0.04;
const SOURCES = 600;
const PAGES_PER_SOURCE = 25;
/** Visits of a page in 14 days: a median over sources, and how unequal they and their pages are. */
const VISITS = { median: 12, betweenSources: 0.8, betweenPages: 0.6 };
/** Interest begins within so many days of a page's birth, on average. */
const RISE_DAYS = 0.5;
/** How unequal the days of a lasting page are. */
const NOISE = 0.3;

/** Pages of one source: visits on each of the days after birth, a row a page. */
export interface ShapedSource {
  readonly lasting: boolean;
  readonly pages: readonly Float64Array[];
}

/** Draws visits of sources' pages by day: most fade in days as those of the generated web do, some stay level. */
export function drawShapes(seed: number): ShapedSource[] {
  const draws = new Draws(seed, 11);
  return Array.from({ length: SOURCES }, () => {
    const lasting = draws.uniform() < LASTING_SHARE;
    const median = draws.logNormal(VISITS.median, VISITS.betweenSources);
    const { median: life, spread } = PAPER_WEB.lifeSeconds;
    const lifeDays = draws.logNormal(life, spread) / DAY;
    const pages = Array.from({ length: PAGES_PER_SOURCE }, () => {
      const visits = draws.poisson(draws.logNormal(median, VISITS.betweenPages));
      return lasting ? levelDays(visits, draws) : fadingDays(visits, lifeDays, draws);
    });
    return { lasting, pages };
  });
}

function fadingDays(visits: number, lifeDays: number, draws: Draws): Float64Array {
  const days = new Float64Array(LASTING_DAYS);
  const begins = RISE_DAYS * draws.exponential();
  for (let i = 0; i < visits; i++) {
    const day = Math.floor(begins + lifeDays * draws.exponential());
    if (day < LASTING_DAYS) days[day]!++;
  }
  return days;
}

function levelDays(visits: number, draws: Draws): Float64Array {
  return new Float64Array(LASTING_DAYS).map(() =>
    draws.poisson(draws.logNormal(visits / LASTING_DAYS, NOISE)),
  );
}
