import type { Births } from './births.ts';
import type { Draws } from './draws.ts';
import type { Section } from './hosts.ts';
import type { WebShape } from './web-shape.ts';

/** Clicks of all pages: those of page i lie from `start[i]` to `start[i + 1]`, oldest first. */
export interface Interest {
  readonly start: Int32Array;
  readonly clicks: Float64Array;
}

/**
 * Draws what each page is clicked. Clicks of a page are Poisson around what is expected of it, which is lognormal over hosts
 * and sections; how unequal sections are is what makes exactly the wanted share of pages clicked.
 */
export function drawInterest(
  { sections, births }: { readonly sections: readonly Section[]; readonly births: Births },
  shape: WebShape,
  draws: Draws,
): Interest {
  const expected = expectedClicks({ sections, births }, shape, draws);
  const count = births.born.length;
  const start = new Int32Array(count + 1);
  for (let page = 0; page < count; page++) {
    start[page + 1] = start[page]! + draws.poisson(expected[page]!);
  }
  const clicks = new Float64Array(start[count]!);
  for (let page = 0; page < count; page++) {
    const life = sections[births.section[page]!]!.lifeSeconds;
    for (let i = start[page]!; i < start[page + 1]!; i++) {
      clicks[i] = births.born[page]! + life * draws.exponential();
    }
    clicks.subarray(start[page], start[page + 1]).sort();
  }
  return { start, clicks };
}

function expectedClicks(
  { sections, births }: { readonly sections: readonly Section[]; readonly births: Births },
  shape: WebShape,
  draws: Draws,
): Float64Array {
  const count = births.born.length;
  const expected = new Float64Array(count);
  const fitted: number[] = [];
  const appeal: number[] = [];
  const chance: number[] = [];
  for (let page = 0; page < count; page++) {
    const section = sections[births.section[page]!]!;
    const given = shape.kinds[section.kind]!.clicks;
    if (given !== undefined) {
      expected[page] = given;
      continue;
    }
    fitted.push(page);
    appeal.push(section.appeal);
    chance.push(shape.chance * draws.normal());
  }
  const wanted = wantedOf(expected, shape);
  const fit = fitClicks(Float64Array.from(appeal), Float64Array.from(chance), wanted);
  for (const [i, page] of fitted.entries()) expected[page] = fit[i]!;
  return expected;
}

interface Wanted {
  readonly clicks: number;
  readonly clicked: number;
}

/** What is left to the pages whose clicks are fitted. */
function wantedOf(given: Float64Array, shape: WebShape): Wanted {
  let clicks = shape.clicksPerSecond * shape.weeks * 604_800;
  let clicked = shape.clicked * given.length;
  for (const each of given) {
    clicks -= each;
    clicked -= 1 - Math.exp(-each);
  }
  return { clicks, clicked };
}

const STEPS = 24;
const MOST_STRETCH = 6;

/** Stretches the appeal until as many pages are clicked as wanted; the more unequal sections are, the fewer. */
function fitClicks(appeal: Float64Array, chance: Float64Array, wanted: Wanted): Float64Array {
  let low = 0;
  let high = MOST_STRETCH;
  let fit = stretched(appeal, chance, { by: high, clicks: wanted.clicks });
  for (let step = 0; step < STEPS; step++) {
    const by = (low + high) / 2;
    fit = stretched(appeal, chance, { by, clicks: wanted.clicks });
    if (clickedOf(fit) > wanted.clicked) low = by;
    else high = by;
  }
  return fit;
}

function stretched(
  appeal: Float64Array,
  chance: Float64Array,
  { by, clicks }: { readonly by: number; readonly clicks: number },
): Float64Array {
  const fit = appeal.map((each, i) => Math.exp(by * each + chance[i]!));
  const scale = clicks / fit.reduce((sum, each) => sum + each, 0);
  return fit.map((each) => each * scale);
}

function clickedOf(expected: Float64Array): number {
  return expected.reduce((sum, each) => sum + 1 - Math.exp(-each), 0);
}
