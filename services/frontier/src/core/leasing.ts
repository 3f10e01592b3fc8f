import { hostOf, type Url } from '@mayfly/url';
import { meetHost } from './bucket-reading.ts';
import { Caller, type Granted, type Want } from './caller.ts';
import { BY_HAND } from './crawl.ts';
import type { Frontier } from './frontier.ts';
import { Grants } from './granting.ts';
import type { HostState } from './host-state.ts';
import { isNotOwner, notOwner } from './lane.ts';
import { Picking, type Pick } from './picking.ts';
import { type HostRow, type Kind, KIND, type UrlKey, type UrlRow } from './rows.ts';
import { parked } from './url-state.ts';
import { Waking } from './waking.ts';

/** A URL that somebody asks for by name. */
export interface Named {
  readonly url: Url;
  readonly kind: Kind;
  /** The crawl whose budget is drawn from. */
  readonly crawl: string;
  /** The lease whose request led here and has ended. */
  readonly after?: Want['after'];
}

export interface LeaseRequest {
  readonly fetcher: string;
  readonly max: number;
  readonly waitMs: number;
  readonly named: readonly Named[];
  readonly traceparent?: string | undefined;
}

const WANTED_AGAIN_MS = 500;
/** So many are written in one turn at most. */
const MOST_A_TURN = 200;
/** One for each kind of limit: all, the crawl, the site, its pages. */
const MOST_DRAWS = 4;
/** Made once: an abort without a reason makes an error with a stack each time. */
const ANSWERED = new Error('answered');

/** Hands out leases, and lets callers wait for them. */
export class Leasing {
  readonly waking: Waking;
  readonly #frontier: Frontier;
  readonly #picking: Picking;
  /** In the order in which they came. No Set, for the reason that `OutLeases` has. */
  readonly #callers: Caller[] = [];
  readonly #wanted = new Set<HostState>();
  /** Told of every lease, once it is durable. */
  readonly #given: (host: HostState, granted: Granted) => void;
  #isPumping = false;
  /** Chosen and not handed to their lanes yet, by bucket. */
  #chosen = new Map<number, Pick[]>();

  constructor(frontier: Frontier, given: (host: HostState, granted: Granted) => void) {
    this.#frontier = frontier;
    this.#given = given;
    this.#picking = new Picking(frontier, (atMs, host) => this.waking.wakeAt(atMs, host));
    this.waking = new Waking(frontier, this.#picking, () => this.pump());
  }

  /** Leases as soon as there are any; none when the wait is over or one of the signals is aborted. */
  async lease(request: LeaseRequest, stops: readonly AbortSignal[]): Promise<readonly Granted[]> {
    const { fetcher, max, waitMs, named } = request;
    const caller = new Caller(fetcher, max, named.length > 0);
    const wants = named.map((one) => this.#wantOf(caller, one));
    const awake = new AbortController();
    const over = () => caller.over();
    // No `AbortSignal.any`: one of the signals lives as long as the server, and would remember every call.
    for (const stop of stops) stop.addEventListener('abort', over);
    try {
      const known = await Promise.allSettled(
        wants.map((want) => this.#know(want, request.traceparent)),
      );
      for (const end of known) if (end.status === 'rejected') throw end.reason;
      if (!caller.isNamed) this.#callers.push(caller);
      this.#pumpNow();
      if (waitMs <= 0) await this.#drawn(caller);
      if (waitMs <= 0 || stops.some(({ aborted }) => aborted)) over();
      else void this.#frontier.around.clock.sleep(waitMs, awake.signal).then(over, over);
      return await caller.answer;
    } finally {
      awake.abort(ANSWERED);
      for (const stop of stops) stop.removeEventListener('abort', over);
      const at = this.#callers.indexOf(caller);
      if (at !== -1) this.#callers.splice(at, 1);
      for (const want of wants) this.#unwant(want);
    }
  }

  /** Whoever does not wait still gets what must first be drawn from limits that replicas share. */
  async #drawn(caller: Caller): Promise<void> {
    const { draws } = this.#frontier;
    for (let round = 0; round < MOST_DRAWS && draws.size > 0; round += 1) {
      if (caller.inFlight > 0) return;
      await Promise.race([Promise.all(draws), caller.answer]);
      if (caller.isAnswered) return;
      this.#pumpNow();
    }
  }

  /** Looks for leases to give, after what is happening now has happened. */
  pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    queueMicrotask(() => {
      this.#isPumping = false;
      this.#pumpNow();
    });
  }

  #pumpNow(): void {
    const nowMs = this.#frontier.around.clock.monotonicMs();
    for (const host of [...this.#wanted]) {
      if (host.isGone) this.#wanted.delete(host);
      else this.#serveWants(host, nowMs);
    }
    this.#serveCallers(nowMs);
    this.#push();
  }

  /** What was chosen for one bucket is written together. */
  #push(): void {
    if (this.#chosen.size === 0) return;
    for (const [bucket, picks] of this.#chosen) {
      for (let at = 0; at < picks.length; at += MOST_A_TURN) {
        const some = picks.slice(at, at + MOST_A_TURN);
        const ended = (grants: Grants, error?: unknown) => this.#ended(grants, error);
        this.#frontier.push(bucket, new Grants(this.#frontier, some, ended));
      }
    }
    // Not cleared: see `OutLeases`.
    this.#chosen = new Map();
  }

  #serveCallers(nowMs: number): void {
    for (const caller of this.#callers) {
      if (caller.inFlight > 0 || caller.isAnswered) continue;
      while (caller.inFlight < caller.max) {
        const pick = this.#picking.next(caller, nowMs);
        if (pick === undefined) return;
        this.#grant(pick);
      }
    }
  }

  #serveWants(host: HostState, nowMs: number): void {
    for (const want of host.wants) {
      const { caller } = want;
      if (caller.isAnswered || caller.inFlight >= caller.max) continue;
      const pick = this.#picking.named(want, host, nowMs);
      if (pick === undefined) continue;
      if (pick.want !== undefined) this.#unwant(want);
      this.#grant(pick);
    }
  }

  #grant(pick: Pick): void {
    const { caller, host, queue } = pick;
    caller.inFlight += 1;
    let picks = this.#chosen.get(host.bucket);
    if (picks === undefined) {
      picks = [];
      this.#chosen.set(host.bucket, picks);
    }
    picks.push(pick);
    if (queue !== undefined) this.waking.lookAt(queue);
    else if (pick.kind === KIND.page) this.waking.look(host);
  }

  #ended({ picks, granted, rows }: Grants, error: unknown): void {
    const expiresMs =
      this.#frontier.around.clock.monotonicMs() + this.#frontier.around.settings.leaseMs;
    const hosts = new Set<HostState>();
    picks.forEach((pick, at) => {
      this.#endedOne(pick, granted[at], { error, expiresMs, url: rows[at] });
      hosts.add(pick.host);
    });
    for (const host of hosts) this.waking.look(host);
    this.pump();
  }

  #endedOne(pick: Pick, granted: Granted | undefined, { error, expiresMs, url }: Ended): void {
    const { host, caller, queue, want, server } = pick;
    if (granted === undefined) {
      this.#picking.giveBack(pick);
      if (error !== undefined && !isNotOwner(error) && pick.kind === KIND.page) {
        this.#frontier.pageSlices.doubt(pick.crawl, host.bucket);
      }
      queue?.unload();
      if (want !== undefined && error === undefined) this.#wantLater(want, host);
      // Whoever takes any lease waits for one of another bucket.
      caller.ended(undefined, isNotOwner(error) && !caller.isNamed ? undefined : error);
    } else if (host.isGone) {
      this.#picking.written(pick);
      this.#frontier.onRoom(this.#frontier.servers.end(server, -Infinity));
      caller.ended(granted);
    } else {
      host.leases.put({ row: granted.lease, expiresMs, server, url });
      this.#picking.written(pick);
      if (granted.url !== undefined) leaveQueue(pick, granted.url);
      // It was chosen, and robots.txt goes first: it stands where it stood.
      else queue?.unload();
      this.#given(host, granted);
      caller.ended(granted);
    }
  }

  #wantOf(caller: Caller, { url, kind, crawl, after }: Named): Want {
    const sinceMs = this.#frontier.around.clock.monotonicMs();
    const want = { caller, kind, url, sinceMs, retryMs: 0 };
    if (kind === KIND.robots) return { ...want, crawl, after };
    return { ...want, crawl: BY_HAND, name: this.#frontier.nameOf(BY_HAND, url) };
  }

  /** Makes a page known in the crawl of URLs asked for by name, and keeps its host in memory. */
  #know(want: Want, traceparent: string | undefined): Promise<void> {
    const { name, url } = want;
    const host = hostOf(url);
    const bucket = this.#frontier.around.buckets.ofHost(host);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let row: () => HostRow;
    this.#frontier.push(bucket, {
      size: 3,
      names: name === undefined ? [] : [name],
      hosts: [host],
      apply: (turn) => {
        // Asked only when the turn is over: what comes later in it may change the host too.
        row = () => turn.host(host);
        if (!turn.isKnownHost(host)) turn.changeHost(host, {});
        if (name === undefined) return;
        want.key = turn.find(name);
        if (want.key !== undefined) return;
        want.key = turn.newKey(name);
        const found = { source: 'submit', sourceAttempt: 0, discoverMs: turn.nowMs };
        const place = { depth: 0, hops: 0, seed: true, traceparent };
        turn.putUrl(parked({ ...want.key, url, ...found, ...place }));
      },
      done: () => {
        const lane = this.#frontier.lanes[bucket];
        if (lane === undefined) {
          reject(notOwner(bucket));
          return;
        }
        const met = lane.hosts.get(host) ?? meetHost(this.#frontier, lane, row());
        met.wants.push(want);
        this.#wanted.add(met);
        this.waking.look(met);
        resolve();
      },
      failed: reject,
    });
    return promise;
  }

  /** Another crawl's fetcher has the URL, or had it when we looked. */
  #wantLater(want: Want, host: HostState): void {
    want.retryMs = this.#frontier.around.clock.monotonicMs() + WANTED_AGAIN_MS;
    host.wants.push(want);
    this.#wanted.add(host);
  }

  #unwant(want: Want): void {
    const host = this.#frontier.hostOf(hostOf(want.url));
    if (host === undefined) return;
    host.wants = host.wants.filter((other) => other !== want);
    if (host.wants.length > 0) return;
    this.#wanted.delete(host);
    this.waking.look(host);
  }
}

/** How the writing of a lease ended. */
interface Ended {
  readonly error: unknown;
  readonly expiresMs: number;
  /** The row of its URL, as the table has it. */
  readonly url: UrlRow | undefined;
}

/** What is leased waits no longer. Mostly it left its queue when it was chosen, and nothing came into that since. */
function leaveQueue({ host, queue, queueChanges }: Pick, { crawl, id }: UrlKey): void {
  if (queue !== undefined && queue.changes === queueChanges) return;
  host.queues.get(crawl)?.remove(id);
}
