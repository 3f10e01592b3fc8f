import { Alarm } from './alarm.ts';
import type { Frontier } from './frontier.ts';
import { Heap } from './heap.ts';
import { type HostState, waitingAt } from './host-state.ts';
import type { Picking } from './picking.ts';
import type { Queue } from './queue.ts';
import { STATE, type UrlKey, type UrlRow } from './rows.ts';
import { ready } from './url-state.ts';

/** Those that wait for their time are looked at this often: the wall clock may be set. */
const LATER_CHECK_MS = 1_000;
const MOST_PROMOTED = 500;
/** The store was away: the host is looked at again after this. */
const AWAY_MS = 1_000;

interface Later {
  readonly atMs: number;
  readonly queue: Queue;
}

/** Notices when hosts have rested and when URLs are due, and keeps the heads of the queues filled. */
export class Waking {
  readonly #frontier: Frontier;
  readonly #picking: Picking;
  /** There may be something to lease. */
  readonly #pump: () => void;
  readonly #alarm: Alarm<HostState | undefined>;
  readonly #later = new Heap<Later>((one, other) => one.atMs < other.atMs);
  #nobodyMs = Infinity;
  #laterCheckMs = Infinity;

  constructor(frontier: Frontier, picking: Picking, pump: () => void) {
    this.#frontier = frontier;
    this.#picking = picking;
    this.#pump = pump;
    this.#alarm = new Alarm(frontier.around.clock, (due) => this.#ring(due));
  }

  stop(): void {
    this.#alarm.stop();
  }

  /** Looks again at a host, or at everything that is ready, at that time. */
  wakeAt(atMs: number, host?: HostState): void {
    if (host === undefined) {
      if (atMs >= this.#nobodyMs) return;
      this.#nobodyMs = atMs;
    } else {
      if (atMs >= host.alarmMs) return;
      host.alarmMs = atMs;
    }
    this.#alarm.set(atMs, host);
  }

  /** Something about a host has changed: offers what can be leased of it, or forgets it. */
  look(host: HostState): void {
    const { clock } = this.#frontier.around;
    const nowMs = clock.monotonicMs();
    const lane = this.#frontier.laneOf(host.host);
    if (host.isGone || lane === undefined) return;
    if (host.isIdle(nowMs)) {
      // Alarms and reads may remember one that was forgotten, and met again since.
      if (lane.hosts.get(host.host) === host) lane.hosts.delete(host.host);
      this.#frontier.longRests.delete(host);
      return;
    }
    if (host.restUntilMs > nowMs) {
      this.wakeAt(host.restUntilMs, host);
      return;
    }
    this.#frontier.longRests.delete(host);
    for (const queue of host.queues.values()) this.lookAt(queue);
  }

  /** A URL waits, as it was just written. */
  waits(row: UrlRow): void {
    const host = this.#frontier.hostOf(row.host);
    if (host === undefined) return;
    const queue = host.queue(row.crawl);
    const { id, rank, ageMs = 0 } = row;
    if (rank !== undefined) {
      queue.insert({ id, rank, ageMs });
      return;
    }
    queue.remove(row.id);
    if (row.laterMs === undefined || !queue.isLoaded) return;
    if (row.laterMs >= (queue.laterMs ?? Infinity)) return;
    queue.laterMs = row.laterMs;
    this.#setLater(queue);
  }

  /** A URL waits no longer. */
  left(key: Pick<UrlKey, 'host' | 'crawl' | 'id'>): void {
    this.#frontier.hostOf(key.host)?.queues.get(key.crawl)?.remove(key.id);
  }

  /** The same of one queue, of a host that may be asked. */
  lookAt(queue: Queue): void {
    const { host, crawl } = queue;
    if (this.#frontier.crawls.get(crawl) === undefined) return;
    if (waitingAt(host.row, crawl) === 0) {
      queue.unload();
      host.queues.delete(crawl);
      return;
    }
    if (queue.needsLoading) this.#load(queue);
    else this.#picking.offer(queue);
  }

  #load(queue: Queue): void {
    if (queue.isLoading) return;
    queue.isLoading = true;
    const { tables, clock } = this.#frontier.around;
    const { host, crawl } = queue;
    const name = { bucket: host.bucket, crawl, host: host.host };
    this.#frontier.laneOf(host.host)?.read({
      read: async () => {
        if (!queue.isLoaded) {
          const [later] = await tables.later(name, 1);
          queue.laterMs = later?.laterMs;
          this.#setLater(queue);
        }
        queue.fit(clock.monotonicMs());
        const { limit, last } = queue;
        queue.load(await tables.best(name, limit, last), last);
        this.look(host);
        this.#pump();
      },
      failed: () => this.#tryAgain(queue),
    });
  }

  #tryAgain(queue: Queue): void {
    queue.isLoading = false;
    queue.isPromoting = false;
    if (queue.host.isGone) return;
    this.wakeAt(this.#frontier.around.clock.monotonicMs() + AWAY_MS, queue.host);
  }

  #setLater(queue: Queue): void {
    if (queue.laterMs === undefined) return;
    this.#later.push({ atMs: queue.laterMs, queue });
    this.#armLater();
  }

  #armLater(): void {
    const next = this.#later.peek();
    if (next === undefined) return;
    const { clock } = this.#frontier.around;
    const inMs = Math.max(0, Math.min(LATER_CHECK_MS, next.atMs - clock.nowMs()));
    const atMs = clock.monotonicMs() + inMs;
    if (atMs >= this.#laterCheckMs) return;
    this.#laterCheckMs = atMs;
    this.#alarm.set(atMs, undefined);
  }

  #ring(due: readonly (HostState | undefined)[]): void {
    const { clock } = this.#frontier.around;
    const nowMs = clock.monotonicMs();
    if (this.#nobodyMs <= nowMs) this.#nobodyMs = Infinity;
    if (this.#laterCheckMs <= nowMs) {
      this.#laterCheckMs = Infinity;
      this.#promoteDue(clock.nowMs());
    }
    for (const host of due) {
      if (host === undefined) continue;
      if (host.alarmMs <= nowMs) host.alarmMs = Infinity;
      this.look(host);
    }
    this.#pump();
  }

  #promoteDue(wallMs: number): void {
    for (let next = this.#later.peek(); next !== undefined; next = this.#later.peek()) {
      const isCurrent = next.queue.laterMs === next.atMs;
      if (isCurrent && next.atMs > wallMs) break;
      this.#later.pop();
      if (isCurrent) this.#promote(next.queue);
    }
    this.#armLater();
  }

  /** Gives those whose time has come their place in the queue. */
  #promote(queue: Queue): void {
    const { host, crawl } = queue;
    const lane = this.#frontier.laneOf(host.host);
    if (queue.isPromoting || host.isGone || lane === undefined) return;
    queue.isPromoting = true;
    const { tables, clock } = this.#frontier.around;
    lane.read({
      read: async () => {
        const name = { bucket: host.bucket, crawl, host: host.host };
        const places = await tables.later(name, MOST_PROMOTED + 1);
        const wallMs = clock.nowMs();
        const due = places.slice(0, MOST_PROMOTED).filter(({ laterMs }) => laterMs <= wallMs);
        queue.laterMs = places[due.length]?.laterMs;
        queue.isPromoting = false;
        this.#setLater(queue);
        const keys = due.map(({ id }) => ({ ...name, id }));
        if (keys.length > 0) this.#writeDue(queue, keys);
      },
      failed: () => this.#retryPromotion(queue),
    });
  }

  #writeDue(queue: Queue, due: readonly UrlKey[]): void {
    const promoted: UrlRow[] = [];
    this.#frontier.push(queue.host.bucket, {
      size: due.length + 2,
      urls: due,
      apply: (turn) => {
        for (const key of due) {
          const row = turn.url(key);
          if (row?.state !== STATE.waiting || (row.laterMs ?? Infinity) > turn.nowMs) continue;
          const now = ready(row);
          turn.putUrl(now);
          promoted.push(now);
        }
      },
      done: () => {
        for (const row of promoted) this.waits(row);
        this.look(queue.host);
        this.#pump();
      },
      failed: () => this.#retryPromotion(queue),
    });
  }

  /** Reading the queue anew finds what is due. */
  #retryPromotion(queue: Queue): void {
    queue.unload();
    this.#tryAgain(queue);
  }
}
