import { TimerHeap } from './timer-heap.ts';
import { WorthHeap } from './worth-heap.ts';

/** A worth that only grows while one waits. */
export interface RisingWorth {
  /** What it is worth at a time. */
  worth(id: number, at: number): number;
  /** When it will be worth as much as the bar; `Infinity` if never. */
  reaches(id: number, bar: number): number;
}

/** So many of those who are awake are asked at each decision: the best as of when they were last asked, and some in turn. */
const ASKED = 48;
const ASKED_IN_TURN = 16;
/** One in so many is awake, and so many at least. When nobody is left all have to be asked, which must be seldom. */
const ONE_IN = 32;
const FEWEST_AWAKE = 48;
/** The lowest bar: what is worth less is worth nothing, and sleeps. */
const LOWEST_BAR = 1e-12;
/** A bar is chosen by asking about so many. */
const SAMPLE = 2_048;

/**
 * Finds who is worth most now, among a million whose worth grows, without asking them all. Everyone sleeps until the
 * moment at which they are worth as much as a bar; the best is among those who are awake. The bar rises when too many
 * are, and falls when nobody is.
 */
export class RisingQueue {
  private readonly worths: RisingWorth;
  private readonly asleep = new TimerHeap();
  /** Those that are left alone until a moment. */
  private readonly held = new TimerHeap();
  /** By what they were worth when last asked, which is never more than now. */
  private readonly awake = new WorthHeap();
  private turn = 0;
  private bar = LOWEST_BAR;
  private readonly members: () => Iterable<number>;
  /** The answer of the last `findBest`. */
  best = -1;
  bestWorth = 0;

  /** `members` are all who belong in the queue; asked for when nobody is awake. */
  constructor(worths: RisingWorth, members: () => Iterable<number>) {
    this.worths = worths;
    this.members = members;
  }

  get size(): number {
    return this.asleep.size + this.held.size + this.awake.size;
  }

  reserve(count: number): void {
    this.asleep.reserve(count);
  }

  /** Puts in, or looks again at, one whose worth may have changed. */
  put(id: number, at: number): void {
    if (this.held.has(id)) return;
    const worth = this.worths.worth(id, at);
    if (worth >= this.bar) {
      this.wake(id, worth);
      if (this.isCrowded) this.raiseBar(at);
    } else this.rest(id, this.worths.reaches(id, this.bar));
  }

  /** Leaves it alone until a moment, whatever it is worth and however low the bar. */
  sleepUntil(id: number, moment: number): void {
    this.delete(id);
    this.held.set(id, moment);
  }

  /** Those that are left alone are so until another moment. */
  holdAnew(momentOf: (id: number) => number): void {
    for (const id of this.held.ids()) this.held.set(id, momentOf(id));
  }

  private rest(id: number, moment: number): void {
    this.awake.delete(id);
    this.asleep.set(id, moment);
  }

  delete(id: number): void {
    this.awake.delete(id);
    this.asleep.delete(id);
    this.held.delete(id);
  }

  private wake(id: number, worth: number): void {
    this.asleep.delete(id);
    this.awake.set(id, worth);
  }

  private get mostAwake(): number {
    return Math.max(FEWEST_AWAKE, Math.floor(this.size / ONE_IN));
  }

  private get isCrowded(): boolean {
    return this.awake.size > 2 * this.mostAwake;
  }

  /** Sets `best` and `bestWorth`; answers whether there is anyone. */
  findBest(at: number): boolean {
    for (let id = this.held.first(); id >= 0; id = this.held.first()) {
      if (this.held.momentOf(id) > at) break;
      this.held.delete(id);
      this.put(id, at);
    }
    this.wakeDue(at);
    if (this.awake.size === 0) this.lowerBar(at);
    this.best = -1;
    this.bestWorth = 0;
    for (let i = 0; i < ASKED_IN_TURN && this.awake.size > ASKED; i += 1) {
      this.turn = (this.turn + 1) % this.awake.size;
      this.ask(this.turn, at);
    }
    for (let place = Math.min(ASKED, this.awake.size) - 1; place >= 0; place -= 1) {
      this.ask(place, at);
    }
    return this.best >= 0;
  }

  private ask(place: number, at: number): void {
    const id = this.awake.at(place);
    const worth = this.worths.worth(id, at);
    if (worth > this.bestWorth) [this.best, this.bestWorth] = [id, worth];
    if (worth > this.awake.worthAt(place)) this.awake.set(id, worth);
  }

  private wakeDue(at: number): void {
    for (let id = this.asleep.first(); id >= 0; id = this.asleep.first()) {
      if (this.asleep.momentOf(id) > at) return;
      // Rounding may leave it a hair below the bar at its own moment; it is awake all the same.
      const worth = this.worths.worth(id, at);
      const moment = worth >= this.bar ? at : this.worths.reaches(id, this.bar);
      if (moment > at) this.asleep.set(id, moment);
      else this.wake(id, worth);
      if (this.isCrowded) this.raiseBar(at);
    }
  }

  /** The better half stays awake, the others go back to sleep. */
  private raiseBar(at: number): void {
    const { awake } = this;
    const step = Math.max(1, Math.floor(awake.size / SAMPLE));
    const worths: number[] = [];
    for (let i = 0; i < awake.size; i += step) worths.push(awake.worthAt(i));
    const bar = worths.sort((a, b) => b - a)[worths.length >> 1]!;
    if (!(bar > this.bar)) return this.halve(at);
    this.bar = bar;
    for (const id of awake.takeBelow(bar)) {
      this.asleep.set(id, this.worths.reaches(id, bar));
    }
  }

  /** All are worth the same: any half of them will do, and the others look again soon. */
  private halve(at: number): void {
    for (let left = this.awake.size >> 1; left > 0; left -= 1) {
      this.rest(this.awake.at(this.awake.size - 1), at + 1e-3);
    }
  }

  /** Nobody is worth as much as the bar: it comes down to where enough are. */
  private lowerBar(at: number): void {
    if (this.asleep.size === 0 || this.bar <= LOWEST_BAR) return;
    const members = [...this.members()].filter((id) => !this.held.has(id));
    const step = Math.max(1, Math.floor(members.length / SAMPLE));
    const worths: number[] = [];
    for (let i = 0; i < members.length; i += step) {
      worths.push(this.worths.worth(members[i]!, at));
    }
    const enough = Math.floor(this.mostAwake / step);
    const bar = worths.sort((a, b) => b - a)[Math.min(enough, worths.length - 1)] ?? 0;
    this.bar = Math.max(LOWEST_BAR, Math.min(this.bar, bar));
    this.askAll(at);
  }

  /** Everyone says anew when to wake; needed too after their worths have been learned anew. */
  askAll(at: number): void {
    for (const id of this.members()) this.put(id, at);
  }
}
