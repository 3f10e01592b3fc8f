import { FASTEST_DECAY, SLOWEST_DECAY } from '../estimate/interest.ts';

/** Decays are sorted into this many kinds; within one, the order of pages never changes. */
const KINDS = 24;
const STEP = Math.log(FASTEST_DECAY / SLOWEST_DECAY) / (KINDS - 1);

/**
 * Finds the page that is worth most now among many whose worth fades at different paces. Pages of one pace keep their
 * order for ever, so there is a heap for each kind of pace and the best is the best of their tops.
 */
export class FadingQueue {
  private readonly keys: number[][] = [];
  private readonly ids: number[][] = [];
  private readonly decays: number[] = [];
  private readonly isWaiting: (page: number) => boolean;
  best = -1;
  bestWorth = 0;
  private bestKind = -1;

  /** Pages that no longer wait are dropped when they come to the top. */
  constructor(isWaiting: (page: number) => boolean) {
    this.isWaiting = isWaiting;
    for (let kind = 0; kind < KINDS; kind += 1) {
      this.keys.push([]);
      this.ids.push([]);
      this.decays.push(SLOWEST_DECAY * Math.exp(kind * STEP));
    }
  }

  clear(): void {
    for (let kind = 0; kind < KINDS; kind += 1) {
      this.keys[kind] = [];
      this.ids[kind] = [];
    }
  }

  /** A page that is worth so much now and fades at this pace. */
  push(page: number, { worth, decay, at }: { worth: number; decay: number; at: number }): void {
    if (!(worth > 0)) return;
    const kind = Math.round(Math.log(decay / SLOWEST_DECAY) / STEP);
    const nearest = Math.min(KINDS - 1, Math.max(0, kind));
    const key = Math.log(worth) + this.decays[nearest]! * at;
    rise(this.keys[nearest]!, this.ids[nearest]!, key, page);
  }

  /** Sets `best` and `bestWorth`; answers whether any page waits. */
  findBest(at: number): boolean {
    this.best = -1;
    let most = -Infinity;
    for (let kind = 0; kind < KINDS; kind += 1) {
      const [keys, ids] = [this.keys[kind]!, this.ids[kind]!];
      while (ids.length > 0 && !this.isWaiting(ids[0]!)) dropTop(keys, ids);
      if (ids.length === 0) continue;
      const worth = keys[0]! - this.decays[kind]! * at;
      if (worth > most) [most, this.best, this.bestKind] = [worth, ids[0]!, kind];
    }
    this.bestWorth = this.best >= 0 ? Math.exp(most) : 0;
    return this.best >= 0;
  }

  /** Takes the best out; it was just found. */
  takeBest(): void {
    dropTop(this.keys[this.bestKind]!, this.ids[this.bestKind]!);
  }
}

function rise(keys: number[], ids: number[], key: number, id: number): void {
  let place = ids.length;
  keys.push(key);
  ids.push(id);
  while (place > 0) {
    const above = (place - 1) >> 1;
    if (keys[above]! >= key) break;
    keys[place] = keys[above]!;
    ids[place] = ids[above]!;
    place = above;
  }
  keys[place] = key;
  ids[place] = id;
}

function dropTop(keys: number[], ids: number[]): void {
  const [key, id] = [keys.pop()!, ids.pop()!];
  const size = ids.length;
  if (size === 0) return;
  let place = 0;
  for (;;) {
    let below = 2 * place + 1;
    if (below >= size) break;
    if (below + 1 < size && keys[below + 1]! > keys[below]!) below += 1;
    if (keys[below]! <= key) break;
    keys[place] = keys[below]!;
    ids[place] = ids[below]!;
    place = below;
  }
  keys[place] = key;
  ids[place] = id;
}
