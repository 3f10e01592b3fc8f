import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { DeskAtHand } from '../../test/support/desk-at-hand.ts';
import type { Fault } from '../../test/support/memory-tables.ts';
import type { Granted } from './caller.ts';
import { addHostCounts, imbalance, NO_COUNTS } from './ledger.ts';
import { leaseId } from './lease-id.ts';
import { withLease } from './leased-url.ts';
import { STATE } from './rows.ts';

const HOSTS = ['a.test', 'b.test', 'c.test'];
const CRAWLS = ['news', 'blog'];
const DELAY_MS = 1_000;
const MAX_PAGES = 2;

type Step =
  | {
      readonly do: 'submit';
      readonly crawl: number;
      readonly urls: readonly number[];
      readonly by: number;
      readonly waits: boolean;
    }
  | {
      readonly do: 'schedule';
      readonly crawl: number;
      readonly url: number;
      readonly after: number;
      readonly inMs: number;
    }
  | { readonly do: 'lease'; readonly max: number }
  | { readonly do: 'settle'; readonly which: number; readonly outcome: number }
  | { readonly do: 'release' | 'extend'; readonly which: number }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'jump'; readonly ms: number }
  | { readonly do: 'restart' }
  | { readonly do: 'fault'; readonly fault: Fault };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      crawl: fc.nat(1),
      urls: fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }),
      by: fc.nat(2),
      waits: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('schedule' as const),
      crawl: fc.nat(1),
      url: fc.nat(20),
      after: fc.nat(8),
      inMs: fc.constantFrom(0, 0, 500, 5_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('lease' as const),
      max: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      which: fc.nat(50),
      outcome: fc.constantFrom(1, 1, 2, 4, 6, 8, 9, 18),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('release' as const, 'extend' as const),
      which: fc.nat(50),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(10, 500, 1_000, 1_000, 20_000, 61_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('jump' as const),
      ms: fc.constantFrom(-3_600_000, 3_600_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom<Fault>('lost', 'applied but unknown', 'away'),
    }),
  },
);

const urlOf = (at: number) => `http://${HOSTS[at % HOSTS.length]}/${at}`;

/** What the outside saw, checked against what must hold. */
class Model {
  readonly at: DeskAtHand;
  readonly leases: Granted[] = [];
  readonly attempts = new Map<string, number>();
  /** When a request of the host ended last, by the clock that never jumps. */
  readonly endedMs = new Map<string, number>();
  readonly out = new Map<string, { readonly host: string; expiresMs: number }>();
  readonly pages = new Map<string, number>();
  readonly firsts = new Map<string, number>();

  constructor(at: DeskAtHand) {
    this.at = at;
  }

  async run(step: Step): Promise<void> {
    const { at } = this;
    const nowMs = at.clock.monotonicMs();
    switch (step.do) {
      case 'submit':
        return this.#submit(step);
      case 'schedule': {
        const order = { crawl: CRAWLS[step.crawl]!, url: urlOf(step.url), priority: step.after };
        const notBeforeMs = step.inMs === 0 ? undefined : at.clock.nowMs() + step.inMs;
        await ignoreAway(
          at.desk.scheduling.schedule([{ ...order, notBeforeMs, afterAttempt: step.after }]),
        );
        return;
      }
      case 'lease':
        return this.#lease(step.max);
      case 'settle':
      case 'release':
      case 'extend':
        return this.#end(step);
      case 'pass':
        await ignoreAway(at.pass(step.ms));
        // What expired in between ended at some time since; the earliest is when it was due.
        for (const [id, { host, expiresMs }] of this.out) {
          if (expiresMs > at.clock.monotonicMs()) continue;
          this.out.delete(id);
          this.endedMs.set(host, Math.max(expiresMs, this.endedMs.get(host) ?? 0));
        }
        return;
      case 'jump':
        at.clock.jump(step.ms);
        return;
      case 'restart':
        at.tables.faults = [];
        await at.reopen();
        // Leases that are out stay out, and their time is counted anew at most.
        for (const one of this.out.values()) one.expiresMs = Math.min(one.expiresMs, nowMs);
        return;
      case 'fault':
        at.tables.faults.push(step.fault);
        return;
    }
  }

  async #submit({ crawl, urls, by, waits }: Step & { do: 'submit' }): Promise<void> {
    const over = { crawl: CRAWLS[crawl]!, source: `s${by}`, sourceAttempt: by };
    const priority = waits ? 1 : undefined;
    const results = await ignoreAway(this.at.submit(urls.map(urlOf), { ...over, priority }));
    results?.forEach(({ answer, url }) => {
      if (answer !== 1) return;
      const first = this.firsts.get(`${crawl} ${url}`) ?? by;
      // Only one discoverer ever hears NEW of a URL.
      expect(first).toBe(by);
      this.firsts.set(`${crawl} ${url}`, by);
    });
  }

  async #lease(max: number): Promise<void> {
    const granted = await ignoreAway(this.at.lease(max));
    const nowMs = this.at.clock.monotonicMs();
    for (const one of granted ?? []) {
      const { host } = one;
      const { attempt } = one.lease;
      expect(attempt).toBeGreaterThan(this.attempts.get(host) ?? 0);
      this.attempts.set(host, attempt);
      // One lease at a time for a host.
      const others = [...this.out.values()].filter(
        (out) => out.host === host && out.expiresMs > nowMs,
      );
      expect(others).toEqual([]);
      const endedMs = this.endedMs.get(host);
      if (endedMs !== undefined) expect(nowMs - endedMs).toBeGreaterThanOrEqual(DELAY_MS);
      this.out.set(leaseId(host, one.lease), { host, expiresMs: nowMs + this.at.settings.leaseMs });
      this.leases.push(one);
    }
  }

  async #end(step: Extract<Step, { readonly which: number }>): Promise<void> {
    const one = this.leases[step.which % Math.max(1, this.leases.length)];
    if (one === undefined) return;
    const id = leaseId(one.host, one.lease);
    const { settling } = this.at.desk;
    if (step.do === 'extend') {
      const answers = await ignoreAway(settling.extend([id]));
      const out = this.out.get(id);
      if (answers?.[0] === 1 && out !== undefined) {
        out.expiresMs = this.at.clock.monotonicMs() + this.at.settings.leaseMs;
      }
      return;
    }
    const ended =
      'outcome' in step
        ? await ignoreAway(settling.settle([{ id, outcome: step.outcome }]))
        : await ignoreAway(settling.release([{ id, robotsUnknown: false }]));
    // Without an answer it may have ended all the same, and the request surely has.
    if (ended !== undefined && ended[0] !== 1) return;
    const wasOut = this.out.delete(id);
    const isRequest = 'outcome' in step && step.outcome !== 6 && step.outcome !== 18;
    if (wasOut && isRequest) this.endedMs.set(one.host, this.at.clock.monotonicMs());
  }

  check(maxPages = MAX_PAGES): void {
    const { books } = this.at.desk.frontier;
    for (const crawl of CRAWLS) {
      const ledger = books.sum(crawl);
      expect(imbalance(ledger)).toBeUndefined();
      expect(ledger.pages + ledger.leased).toBeLessThanOrEqual(maxPages);
    }
  }

  /** After reading everything anew, the books say what the rows are. */
  async checkRows(): Promise<void> {
    await this.at.reopen();
    this.check(Infinity);
    const { urls, hosts } = this.at.tables.rows;
    const hostRows = new Map([...hosts.values()].map((host) => [host.host, host]));
    const rows = [...urls.values()].map((row) => withLease(row, hostRows.get(row.host)!));
    for (const crawl of CRAWLS) {
      const of = (state: number) =>
        rows.filter((row) => row.crawl === crawl && row.state === state).length;
      const { known, parked, waiting, leased, out } = this.at.desk.frontier.books.sum(crawl);
      const leasesOut = [...this.at.tables.rows.hosts.values()]
        .flatMap(({ leases }) => leases)
        .filter((lease) => lease.crawl === crawl);
      expect({ known, parked, waiting, leased, out }).toEqual({
        known: rows.filter((row) => row.crawl === crawl).length,
        parked: of(STATE.parked),
        waiting: of(STATE.waiting),
        leased: of(STATE.leased),
        out: leasesOut.length,
      });
      const byHost = [...this.at.tables.rows.hosts.values()]
        .map(({ counts }) => counts[crawl] ?? NO_COUNTS)
        .reduce((sum, counts) => addHostCounts(sum, counts), NO_COUNTS);
      const { refused: _inNone, ...all } = this.at.desk.frontier.books.sum(crawl);
      expect(byHost).toEqual(all);
    }
  }

  /** Everything that waits is leased in the end: nothing is forgotten in memory. */
  async checkNothingStuck(): Promise<void> {
    this.at.tables.faults = [];
    for (const crawl of CRAWLS) await this.at.crawl(crawl, { maxPages: undefined }, 2);
    for (let round = 0; round < 300; round += 1) {
      await this.at.pass(61_000);
      const granted = await this.at.lease(10);
      const settlements = granted.map(({ host, lease }) => ({
        id: leaseId(host, lease),
        outcome: 1,
      }));
      if (settlements.length > 0) await this.at.desk.settling.settle(settlements);
      const waiting = CRAWLS.map((crawl) => this.at.desk.frontier.books.sum(crawl));
      if (waiting.every((ledger) => ledger.waiting + ledger.out === 0)) return;
    }
    const still = [...this.at.tables.rows.urls.values()].filter(
      ({ state }) => state === 2 || state === 3,
    );
    expect(still).toEqual([]);
  }
}

/** The store being away is an answer that every caller knows. */
async function ignoreAway<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if ((error as { code?: string }).code === 'STORE_AWAY') return undefined;
    throw error;
  }
}

describe('the frontier, whatever happens in whatever order', () => {
  it('keeps its books, its manners and its limits, and forgets nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 60 }), async (all) => {
        const at = await DeskAtHand.open();
        for (const crawl of CRAWLS) await at.crawl(crawl, { maxPages: MAX_PAGES });
        const model = new Model(at);
        for (const step of all) {
          await model.run(step);
          model.check();
        }
        await model.checkNothingStuck();
        await model.checkRows();
      }),
      { seed: testSeed(), numRuns: 150 },
    );
  });
});
