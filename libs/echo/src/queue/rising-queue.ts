import { TimerHeap } from './timer-heap.ts';

/** A worth that only grows while one waits. */
export interface RisingWorth {
  /** What it is worth at a time. */
  worth(id: number, at: number): number;
  /** When it will be worth as much as the bar; `Infinity` if never. */
  reaches(id: number, bar: number): number;
}

/** More than this awake at once and the bar rises; each decision looks at all who are awake. */
const MOST_AWAKE = 48;
const CROWD = 4 * MOST_AWAKE;
/** When the bar has fallen so far below the highest at which somebody sleeps, all are asked again when to wake. */
const FALLEN = 0.8;
/** The lowest bar: what is worth less is worth nothing, and sleeps. */
const LOWEST_BAR = 1e-12;

/**
 * Finds who is worth most now, among a million whose worth grows, without asking them all. Everyone sleeps until the
 * moment at which they are worth as much as a bar; the best is among those who are awake. The bar rises when too many
 * are, and falls when nobody is: then the one who would wake next is taken.
 */
export class RisingQueue {
  private readonly worths: RisingWorth;
  private readonly asleep = new TimerHeap();
  /** Those that are left alone until a moment. */
  private readonly held = new TimerHeap();
  private awake: number[] = [];
  private readonly awakePlace = new Map<number, number>();
  private bar = LOWEST_BAR;
  private highestBar = LOWEST_BAR;
  private readonly members: () => Iterable<number>;
  /** The answer of the last `findBest`. */
  best = -1;
  bestWorth = 0;

  /** `members` are all who belong in the queue; asked for when the bar has fallen far. */
  constructor(worths: RisingWorth, members: () => Iterable<number>) {
    this.worths = worths;
    this.members = members;
  }

  get size(): number {
    return this.asleep.size + this.held.size + this.awake.length;
  }

  reserve(count: number): void {
    this.asleep.reserve(count);
  }

  /** Puts in, or looks again at, one whose worth may have changed. */
  put(id: number, at: number): void {
    if (this.held.has(id)) return;
    if (this.worths.worth(id, at) >= this.bar) {
      this.asleep.delete(id);
      this.wake(id);
      if (this.awake.length > CROWD) this.raiseBar(at);
    } else {
      this.rest(id, this.worths.reaches(id, this.bar));
    }
  }

  /** Leaves it alone until a moment, whatever it is worth and however low the bar. */
  sleepUntil(id: number, moment: number): void {
    this.delete(id);
    this.held.set(id, moment);
  }

  private rest(id: number, moment: number): void {
    this.leaveAwake(id);
    this.asleep.set(id, moment);
  }

  delete(id: number): void {
    this.leaveAwake(id);
    this.asleep.delete(id);
    this.held.delete(id);
  }

  private wake(id: number): void {
    if (this.awakePlace.has(id)) return;
    this.awakePlace.set(id, this.awake.length);
    this.awake.push(id);
  }

  private leaveAwake(id: number): void {
    const place = this.awakePlace.get(id);
    if (place === undefined) return;
    this.awakePlace.delete(id);
    const last = this.awake.pop()!;
    if (last === id) return;
    this.awake[place] = last;
    this.awakePlace.set(last, place);
  }

  /** Sets `best` and `bestWorth`; answers whether there is anyone. */
  findBest(at: number): boolean {
    for (let id = this.held.first(); id >= 0; id = this.held.first()) {
      if (this.held.momentOf(id) > at) break;
      this.held.delete(id);
      this.put(id, at);
    }
    this.wakeDue(at);
    if (this.awake.length > MOST_AWAKE) this.raiseBar(at);
    if (this.awake.length === 0) this.lowerBar(at);
    this.best = -1;
    this.bestWorth = 0;
    for (const id of this.awake) {
      const worth = this.worths.worth(id, at);
      if (worth > this.bestWorth) [this.best, this.bestWorth] = [id, worth];
    }
    return this.best >= 0;
  }

  private wakeDue(at: number): void {
    // A crowd that is due at once wakes a part at a time: enough to raise the bar, which sends most of them back.
    for (let id = this.asleep.first(); id >= 0; id = this.asleep.first()) {
      if (this.asleep.momentOf(id) > at || this.awake.length > CROWD) return;
      // Rounding may leave it a hair below the bar at its own moment; it is awake all the same.
      const worth = this.worths.worth(id, at);
      const moment = worth >= this.bar ? at : this.worths.reaches(id, this.bar);
      if (moment > at) this.asleep.set(id, moment);
      else {
        this.asleep.delete(id);
        this.wake(id);
      }
    }
  }

  /** The best stay awake, the others go back to sleep. */
  private raiseBar(at: number): void {
    const worths = this.awake.map((id) => this.worths.worth(id, at)).sort((a, b) => b - a);
    const bar = worths[MOST_AWAKE >> 1]!;
    if (!(bar > this.bar)) return this.halve(at);
    this.bar = bar;
    this.highestBar = Math.max(this.highestBar, this.bar);
    for (const id of [...this.awake]) {
      if (this.worths.worth(id, at) >= this.bar) continue;
      this.rest(id, this.worths.reaches(id, this.bar));
    }
  }

  /** All are worth the same: any half of them will do, and the others look again soon. */
  private halve(at: number): void {
    for (const id of this.awake.slice(MOST_AWAKE >> 1)) this.rest(id, at + 1e-3);
  }

  /** Whoever would wake next wakes now, and the bar comes down to them. */
  private lowerBar(at: number): void {
    const id = this.asleep.first();
    if (id < 0 || (this.bar <= LOWEST_BAR && this.asleep.momentOf(id) === Infinity)) return;
    const worth = this.asleep.momentOf(id) < Infinity ? this.worths.worth(id, at) : 0;
    if (worth > LOWEST_BAR) {
      this.bar = Math.min(this.bar, worth);
      this.asleep.delete(id);
      this.wake(id);
      if (this.bar >= this.highestBar * FALLEN) return;
    } else {
      this.settleBar(at);
    }
    this.askAll(at);
  }

  /** Everyone says anew when to wake; needed too after their worths have been learned anew. */
  askAll(at: number): void {
    this.highestBar = this.bar;
    for (const id of this.members()) this.put(id, at);
  }

  /** A bar that somebody passes: the best of all. */
  private settleBar(at: number): void {
    let most = LOWEST_BAR;
    for (const id of this.members()) most = Math.max(most, this.worths.worth(id, at));
    this.bar = Math.min(this.bar, most);
  }
}
