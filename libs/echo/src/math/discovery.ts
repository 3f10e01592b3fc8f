/**
 * g(x) = 1 - (1 + x) e^-x: how much of the most that a visit to a source can earn it earns after x lifetimes of
 * interest. Every schedule here is an equation in g.
 */

/** Below this the closed form loses digits to cancellation and the series is exact to the last one. */
const SERIES_BELOW = 0.1;

/** g, from 0 at 0 to 1 at infinity. */
export function g(x: number): number {
  if (!(x > 0)) return 0;
  if (x < SERIES_BELOW) return gSeries(x);
  return 1 - (1 + x) * Math.exp(-x);
}

/** g(x) = sum over k >= 2 of (-1)^k (k - 1) x^k / k!. */
function gSeries(x: number): number {
  const tail = 1 / 144 - x * (1 / 840 - x * (1 / 5760 - x / 45360));
  return x * x * (1 / 2 - x * (1 / 3 - x * (1 / 8 - x * (1 / 30 - x * tail))));
}

/** Where the expansion around 0 is a good first guess; above it that of the logarithm is. */
const SMALL_BELOW = 0.6;

const ONE_STEP_BELOW = 0.25;

/** The x with g(x) = y, to about twelve digits; 0 for y <= 0 and infinity for y >= 1. */
export function gInverse(y: number): number {
  if (!(y > 0)) return 0;
  if (y >= 1) return Infinity;
  return y < SMALL_BELOW ? inverseSmall(y) : inverseLarge(y);
}

function inverseSmall(y: number): number {
  const s = Math.sqrt(2 * y);
  let x = s * (1 + s * (1 / 3 + s * (11 / 72 + s * (43 / 540 + s * (769 / 17280)))));
  // The expansion alone is good to all digits here.
  if (s < 1e-3) return x;
  // Each step triples the digits, and near 0 the expansion has enough of them for one.
  for (let steps = s < ONE_STEP_BELOW ? 1 : 2; steps > 0; steps -= 1) {
    const fades = Math.exp(-x);
    const off = (x < SERIES_BELOW ? gSeries(x) : 1 - (1 + x) * fades) - y;
    const slope = x * fades;
    x -= off / (slope - (off * (1 - x) * fades) / (2 * slope));
  }
  return x;
}

/** (1 + x) e^-x = 1 - y, taken as x - ln(1 + x) = -ln(1 - y), which stays accurate where g is flat. */
function inverseLarge(y: number): number {
  const target = -Math.log(1 - y);
  let x = target + Math.log(1 + target + Math.log(1 + target));
  for (let step = 0; step < 2; step += 1) {
    const off = x - Math.log(1 + x) - target;
    const slope = x / (1 + x);
    x -= off / (slope - off / (2 * slope * (1 + x) * (1 + x)));
  }
  return x;
}

/**
 * The lifetimes after which a source's net index grows no further: the x with e^x - 1 - x = decay / lambda. Beyond it
 * the oldest pages that a visit would find are worth less than their own fetch.
 */
export function saturation(lambda: number, decay: number): number {
  const target = decay / lambda;
  if (!(target > 0)) return 0;
  if (target === Infinity) return Infinity;
  if (target < 1e-8) return Math.sqrt(2 * target);
  let x =
    target < 2 ? expansion(Math.sqrt(2 * target)) : Math.log(1 + target + Math.log(1 + target));
  for (let step = 0; step < 6; step += 1) {
    const rise = Math.expm1(x);
    const change = (rise - x - target) / rise;
    x -= change;
    if (Math.abs(change) < 1e-9 * x) break;
  }
  return x;
}

/** The beginning of the series of x in s, where e^x - 1 - x = s^2 / 2. */
function expansion(s: number): number {
  return s * (1 - s * (1 / 6 - s * (1 / 36 - s * (1 / 270 - s / 4320))));
}
