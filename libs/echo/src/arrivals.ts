import { KnownItems } from './arrivals-known.ts';
import { Overlap } from './arrivals-overlap.ts';
import { Rhythm } from './arrivals-rhythm.ts';

const HOUR_SECONDS = 3_600;
const DAY_HOURS = 24;
/** Evidence fades by e in so many hours, so that a list which changes its ways is noticed. */
const FADE_HOURS = 72;
/** So many hours of an average list of the group every list is believed to have shown before. */
const PRIOR_HOURS = 0.5;
/** What the first list of a group is expected to bring in an hour. */
const FIRST_GUESS = 5;
/** Standard deviations that a list gets for being uncertain: it pays to look at what is hardly known. */
const CURIOSITY = 0.75;
/** Hours since the last look, up to which it is known in which hour items came. */
const SHARP_HOURS = 2;
/** Looks that every list gets before it is judged: the first only shows what stood there already. */
const LOOKS_BEFORE = 2;

interface List {
  readonly list: number;
  readonly group: number;
  looks: number;
  lastLook: number;
  items: ReadonlySet<number>;
  /** Arrivals and the hours they came in, counted as average hours; both fade. */
  found: number;
  hours: number;
}

/** A look in the present round. */
interface Look {
  readonly list: number;
  readonly items: ReadonlySet<number>;
  /** Items nobody knew before this round; undefined at the first look, where all are. */
  readonly arrivals: readonly number[] | undefined;
}

/**
 * Chooses which lists of links to look at when only some can be looked at in a round, so that as many items as possible
 * are seen in the round they arrive in. It counts what is new to us: of lists that show the same, one is enough.
 */
export class Arrivals {
  readonly #lists = new Map<number, List>();
  readonly #groups = new Map<number, List[]>();
  readonly #known = new KnownItems();
  readonly #rhythm = new Rhythm();
  readonly #overlap = new Overlap();
  /** The lists already looked at in this round, by group. */
  readonly #looks = new Map<number, Look[]>();
  readonly #scores = new Map<number, number>();
  #at = 0;

  /** A list to look after; lists of one group (a site) may show the same items. */
  add(list: number, group: number): void {
    const entry = {
      list,
      group,
      looks: 0,
      lastLook: 0,
      items: new Set<number>(),
      found: 0,
      hours: 0,
    };
    this.#lists.set(list, entry);
    const members = this.#groups.get(group);
    if (members === undefined) this.#groups.set(group, [entry]);
    else members.push(entry);
  }

  /** A round begins, in which no list is worth a second look. */
  begin(at: number): void {
    this.#at = at;
    this.#looks.clear();
    this.#scores.clear();
    for (const members of this.#groups.values()) {
      const mean = meanRate(members, at);
      for (const each of members) this.#scores.set(each.list, this.#score(each, mean));
    }
  }

  /** The list to look at next in this round; undefined when all were looked at. */
  next(): number | undefined {
    let best: number | undefined;
    let most = -Infinity;
    for (const [list, score] of this.#scores) {
      if (score <= most) continue;
      const worth = score * this.#left(list);
      if (worth <= most) continue;
      most = worth;
      best = list;
    }
    if (best !== undefined) this.#scores.delete(best);
    return best;
  }

  /** What a list showed when it was looked at just now. */
  looked(list: number, shown: readonly number[]): void {
    const entry = this.#lists.get(list);
    if (entry === undefined) throw new Error(`list ${list} was never added`);
    const items = new Set(shown);
    const fresh = shown.filter(
      (item) => this.#known.firstSeen(item, this.#at) === this.#at && !entry.items.has(item),
    );
    const arrivals = entry.looks === 0 ? undefined : fresh;
    if (arrivals !== undefined) this.#count(entry, arrivals.length);
    const looks = this.#looks.get(entry.group) ?? [];
    this.#compare({ list, items, arrivals }, looks);
    this.#looks.set(entry.group, [...looks, { list, items, arrivals }]);
    entry.looks++;
    entry.lastLook = this.#at;
    entry.items = items;
    this.#scores.delete(list);
  }

  /** Items per hour that are new to us, as expected of a list in this hour before anything else was looked at. */
  expected(list: number): number {
    const { rate, factor } = this.#belief(this.#lists.get(list)!);
    return rate * factor;
  }

  #left(list: number): number {
    const { group } = this.#lists.get(list)!;
    const looks = this.#looks.get(group);
    return looks === undefined
      ? 1
      : this.#overlap.leftBy(
          list,
          looks.map((look) => look.list),
        );
  }

  #score(entry: List, mean: number): number {
    if (entry.looks < LOOKS_BEFORE) {
      // The longest unseen first; any number above all rates will do.
      return Number.MAX_SAFE_INTEGER / (entry.looks + 1) - entry.lastLook;
    }
    const { rate, hours, factor } = this.#belief(entry, mean);
    return factor * (rate + CURIOSITY * Math.sqrt(rate / hours));
  }

  #belief(entry: List, mean = meanRate(this.#groups.get(entry.group)!, this.#at)) {
    const fade = fadeOf(entry, this.#at);
    const hours = entry.hours * fade + PRIOR_HOURS;
    const rate = (entry.found * fade + PRIOR_HOURS * mean) / hours;
    return { rate, hours, factor: this.#rhythm.factor(entry.list, entry.group, this.#hourOf(0)) };
  }

  /** The hour of the day so many hours ago. */
  #hourOf(ago: number): number {
    const hour = Math.floor(this.#at / HOUR_SECONDS) - ago;
    return ((hour % DAY_HOURS) + DAY_HOURS) % DAY_HOURS;
  }

  #count(entry: List, found: number): void {
    const { list, group } = entry;
    const { rate } = this.#belief(entry);
    const gap = Math.max(1, Math.round((this.#at - entry.lastLook) / HOUR_SECONDS));
    const within = Math.min(gap, DAY_HOURS);
    let hours = 0;
    for (let ago = 0; ago < within; ago++) {
      hours += this.#rhythm.factor(list, group, this.#hourOf(ago));
    }
    const fade = Math.exp(-gap / FADE_HOURS);
    entry.found = entry.found * fade + found;
    // A list that was left alone for days shows what it can hold, which says nothing about the days before.
    entry.hours = entry.hours * fade + hours;
    if (gap > SHARP_HOURS) return;
    for (let ago = 0; ago < gap; ago++) {
      const told = { found: found / gap, expected: rate };
      this.#rhythm.learn({ list, group }, this.#hourOf(ago), told);
    }
  }

  #compare(look: Look, others: readonly Look[]): void {
    for (const other of others) {
      if (look.arrivals !== undefined) this.#overlap.learn(look.list, look.arrivals, other);
      if (other.arrivals !== undefined) this.#overlap.learn(other.list, other.arrivals, look);
    }
  }
}

/** How much of its evidence a list still has: a group that nobody looks at is slowly forgotten, and looked at again. */
function fadeOf({ lastLook }: List, at: number): number {
  return Math.exp(-(at - lastLook) / HOUR_SECONDS / FADE_HOURS);
}

function meanRate(members: readonly List[], at: number): number {
  let found = FIRST_GUESS;
  let hours = 1;
  for (const each of members) {
    const fade = fadeOf(each, at);
    found += fade * each.found;
    hours += fade * each.hours;
  }
  return found / hours;
}
