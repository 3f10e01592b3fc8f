import type { InterestRecord } from '../policy.ts';

/** Interest in ephemeral pages fades within an hour at the fastest and a week at the slowest. */
export const SLOWEST_DECAY = 1 / 604_800;
export const FASTEST_DECAY = 1 / 3_600;

/**
 * Decays at which exposure is kept. Between them its logarithm is read off a polynomial through six of them: what tells
 * slow decays apart is small, and a straight line would hide it.
 */
const STEPS = 7;
const STEP = Math.log(FASTEST_DECAY / SLOWEST_DECAY) / (STEPS - 1);
const GRID = Array.from({ length: STEPS }, (_, k) => SLOWEST_DECAY * Math.exp(k * STEP));

/** Points that a value in between is read from, and their weights in the barycentric form of the polynomial. */
const NODES = 6;
const NODE_WEIGHTS = [-1, 5, -10, 10, -5, 1];

/** What was seen is forgotten at this pace, so that a source that changes is learned anew. */
const FORGET_SECONDS = 21 * 86_400;

/** What is believed before anything was seen, and how many pages' worth of watching and visits it counts for. */
export interface InterestPrior {
  readonly profit: number;
  readonly pages: number;
  readonly decay: number;
  readonly clicks: number;
}

/** Expected visits to a new page, and how fast they fade. */
export interface InterestFit {
  readonly profit: number;
  readonly decay: number;
}

/**
 * Profit and decay from visits by page age, for many rows (sources, or hosts), each visit in O(1). Visits come as
 * P mu e^(-mu age) from each page, so all that counts is their number, the sum of their ages, and how much of the pages'
 * lives was watched: the age not yet lived is not held against a page, and neither is what nobody watched. How much was
 * watched depends on mu; it is kept for a grid of them and read in between.
 */
export class Interest {
  private clicks = new Float32Array(0);
  private ages = new Float32Array(0);
  private alive = new Float32Array(0);
  private watched = new Float32Array(0);
  private to = new Float64Array(0);
  private readonly logs = new Float64Array(STEPS);
  private readonly fade = new Float64Array(STEPS);
  private fadeSeconds = 0;
  private forget = 1;

  /** Makes room for rows up to this number. */
  reserve(rows: number): void {
    this.clicks = grown(this.clicks, rows);
    this.ages = grown(this.ages, rows);
    this.alive = grown(this.alive, rows * STEPS);
    this.watched = grown(this.watched, rows * STEPS);
    this.to = grown(this.to, rows);
  }

  /** Begins a row; what it held is gone. */
  begin(row: number, at: number): void {
    this.clicks[row] = 0;
    this.ages[row] = 0;
    this.alive.fill(0, row * STEPS, (row + 1) * STEPS);
    this.watched.fill(0, row * STEPS, (row + 1) * STEPS);
    this.to[row] = at;
  }

  /** Time passes up to the end of a log: what is alive is watched, and what is old fades from memory. */
  advance(row: number, to: number): void {
    const seconds = to - this.to[row]!;
    if (!(seconds > 0)) return;
    this.setFade(seconds);
    for (let k = 0, i = row * STEPS; k < STEPS; k += 1, i += 1) {
      const left = this.alive[i]! * this.fade[k]!;
      this.watched[i] = (this.watched[i]! + this.alive[i]! - left) * this.forget;
      this.alive[i] = left;
    }
    this.clicks[row]! *= this.forget;
    this.ages[row]! *= this.forget;
    this.to[row] = to;
  }

  /** A page born at `birth` and watched since `from` belongs to the row; the row stands at the end of the last log. */
  watch(row: number, birth: number, from: number): void {
    const [began, now] = [Math.max(0, from - birth), Math.max(0, this.to[row]! - birth)];
    for (let k = 0, i = row * STEPS; k < STEPS; k += 1, i += 1) {
      const left = Math.exp(-GRID[k]! * now);
      this.alive[i]! += left;
      if (now > began) this.watched[i]! += Math.exp(-GRID[k]! * began) - left;
    }
  }

  /** So many visits at ages that sum up to this. */
  visit(row: number, clicks: number, ages: number): void {
    this.clicks[row]! += clicks;
    this.ages[row]! += ages;
  }

  /** Visits seen, and pages' worth of watching at a decay. */
  clicksOf(row: number): number {
    return this.clicks[row]!;
  }

  /** Whether any page was ever watched. */
  hasWatched(row: number): boolean {
    return this.watched[row * STEPS]! > 0 || this.alive[row * STEPS]! > 0;
  }

  exposureOf(row: number, decay: number): number {
    if (!(this.watched[row * STEPS]! > 0)) return 0;
    this.takeLogs(row);
    return this.watchedAt(Math.log(decay / SLOWEST_DECAY) / STEP);
  }

  /** The most likely profit and decay under a prior. */
  fit(row: number, prior: InterestPrior): InterestFit {
    const decay =
      this.clicks[row]! > 0 && this.watched[row * STEPS]! > 0
        ? this.fitDecay(row, prior)
        : prior.decay;
    const exposure = this.exposureOf(row, decay);
    const profit = (this.clicks[row]! + prior.profit * prior.pages) / (exposure + prior.pages);
    return { profit, decay };
  }

  /** Golden section over the logarithm of the decay, in steps of the grid. */
  private fitDecay(row: number, prior: InterestPrior): number {
    this.takeLogs(row);
    const ratio = (Math.sqrt(5) - 1) / 2;
    const middle = Math.log(prior.decay / SLOWEST_DECAY) / STEP;
    let [low, high] = [0, STEPS - 1];
    let [a, b] = [high - ratio * (high - low), low + ratio * (high - low)];
    let [atA, atB] = [
      this.likelihood(row, a, middle, prior),
      this.likelihood(row, b, middle, prior),
    ];
    while (high - low > 0.02) {
      if (atA > atB) {
        [high, b, atB] = [b, a, atA];
        a = high - ratio * (high - low);
        atA = this.likelihood(row, a, middle, prior);
      } else {
        [low, a, atA] = [a, b, atB];
        b = low + ratio * (high - low);
        atB = this.likelihood(row, b, middle, prior);
      }
    }
    return SLOWEST_DECAY * Math.exp(((low + high) / 2) * STEP);
  }

  /** Up to a constant, with the profit that is best for this decay put in. */
  private likelihood(row: number, step: number, middle: number, prior: InterestPrior): number {
    const n = this.clicks[row]!;
    const decay = SLOWEST_DECAY * Math.exp(step * STEP);
    const off = (step - middle) * STEP;
    const seen = n * step * STEP - decay * this.ages[row]!;
    const exposure = this.watchedAt(step) + prior.pages;
    return (
      seen - (n + prior.profit * prior.pages) * Math.log(exposure) - (prior.clicks * off * off) / 2
    );
  }

  private takeLogs(row: number): void {
    for (let k = 0; k < STEPS; k += 1) this.logs[k] = Math.log(this.watched[row * STEPS + k]!);
  }

  /** Exposure between the points of the grid, of the row whose logarithms were taken. */
  private watchedAt(step: number): number {
    const at = Math.min(STEPS - 1, Math.max(0, step));
    const first = Math.min(STEPS - NODES, Math.max(0, Math.floor(at) - 2));
    let [sum, weights] = [0, 0];
    for (let j = 0; j < NODES; j += 1) {
      const distance = at - first - j;
      if (distance === 0) return Math.exp(this.logs[first + j]!);
      const weight = NODE_WEIGHTS[j]! / distance;
      sum += weight * this.logs[first + j]!;
      weights += weight;
    }
    return Math.exp(sum / weights);
  }

  private setFade(seconds: number): void {
    if (seconds === this.fadeSeconds) return;
    this.fadeSeconds = seconds;
    this.forget = Math.exp(-seconds / FORGET_SECONDS);
    for (let k = 0; k < STEPS; k += 1) this.fade[k] = Math.exp(-GRID[k]! * seconds);
  }

  save(row: number): InterestRecord {
    const part = (column: Float32Array) => [...column.subarray(row * STEPS, (row + 1) * STEPS)];
    return {
      clicks: this.clicks[row]!,
      ages: this.ages[row]!,
      alive: part(this.alive),
      watched: part(this.watched),
      to: this.to[row]!,
    };
  }

  load(row: number, record: InterestRecord): void {
    this.clicks[row] = record.clicks;
    this.ages[row] = record.ages;
    this.alive.set(record.alive.slice(0, STEPS), row * STEPS);
    this.watched.set(record.watched.slice(0, STEPS), row * STEPS);
    this.to[row] = record.to;
  }

  /** Adds what another row holds, as a host's row holds the sum of its sources'. */
  addRecord(row: number, record: InterestRecord): void {
    this.clicks[row]! += record.clicks;
    this.ages[row]! += record.ages;
    for (let k = 0; k < STEPS; k += 1) {
      this.alive[row * STEPS + k]! += record.alive[k] ?? 0;
      this.watched[row * STEPS + k]! += record.watched[k] ?? 0;
    }
  }
}

/** A column with room for `length`; what is added is a quarter at least, so that growing stays cheap. */
export function grown<
  T extends Float32Array | Float64Array | Int32Array | Uint16Array | Uint8Array,
>(column: T, length: number): T {
  if (column.length >= length) return column;
  const make = column.constructor as new (length: number) => T;
  const room = new make(Math.max(length, Math.ceil(column.length * 1.25)));
  room.set(column);
  return room;
}
