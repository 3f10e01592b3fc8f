import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { type DeskAmongOthers, DesksAtHand } from '../../test/support/desks-at-hand.ts';
import type { Fault } from '../../test/support/memory-tables.ts';
import type { Granted } from './caller.ts';
import { leaseId } from './lease-id.ts';

const MAX_PAGES = 12;
const HOSTS = Array.from({ length: 40 }, (_, at) => `h${at}.a.test`);
const URLS = HOSTS.flatMap((host) => [1, 2].map((at) => `http://${host}/${at}`));
const PAGE = 1;
const OUTCOMES = [PAGE, 8];

type Step =
  | { readonly do: 'lease'; readonly who: number; readonly max: number }
  | { readonly do: 'race'; readonly max: number; readonly ends: number; readonly outcome: number }
  | { readonly do: 'settle'; readonly which: number; readonly outcome: number }
  | { readonly do: 'release'; readonly which: number }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'hand'; readonly who: number; readonly to: number; readonly part: number }
  | { readonly do: 'steal'; readonly who: number; readonly to: number; readonly part: number }
  | { readonly do: 'notice'; readonly who: number }
  | { readonly do: 'die'; readonly who: number }
  | { readonly do: 'fault'; readonly fault: Fault; readonly ofSlice: boolean };

const who = fc.nat(2);
const outcome = fc.constantFrom(...OUTCOMES);
const moved = { who, to: who, part: fc.nat(3) };
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('lease' as const), who, max: fc.nat(6) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ do: fc.constant('race' as const), max: fc.integer({ min: 1, max: 4 }) },
      ...{ ends: fc.nat(6), outcome },
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('settle' as const), which: fc.nat(99), outcome }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const), which: fc.nat(99) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(5, 20, 300, 300, 2_500, 61_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hand' as const), ...moved }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('steal' as const), ...moved }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('notice' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die' as const), who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom<Fault>('lost', 'applied but unknown', 'away'),
      ofSlice: fc.boolean(),
    }),
  },
);

/** Three desks, whatever happens to them. */
class Model {
  readonly at = new DesksAtHand();
  leases: Granted[] = [];

  async open(shares: number): Promise<void> {
    const { at } = this;
    for (let one = 0; one < 3; one += 1) await at.open();
    // Some begin with one that has everything.
    await Promise.all(
      at.desks.slice(0, shares).map((one, place) => at.take(one, at.part(place, shares))),
    );
    await at.crawl('news', { maxPages: MAX_PAGES });
    await at.submit(URLS);
  }

  async run(step: Step): Promise<void> {
    const { at } = this;
    switch (step.do) {
      case 'lease':
        return this.#lease(this.#desk(step.who), step.max + 1);
      case 'race': {
        const ending = this.leases.splice(0, step.ends);
        const leases = at.desks.map((one) => this.#lease(one, step.max));
        await Promise.all([...leases, this.#settle(ending, step.outcome), at.pass(20)]);
        return;
      }
      case 'settle':
        return this.#settle(this.leases.splice(step.which % this.leases.length, 1), step.outcome);
      case 'release':
        return this.#release(this.leases.splice(step.which % this.leases.length, 1));
      case 'pass':
        return at.pass(step.ms);
      case 'hand':
      case 'steal':
        return this.#move(step);
      case 'notice':
        return this.#notice(this.#desk(step.who));
      case 'die':
        return this.#die(this.#desk(step.who));
      case 'fault':
        (step.ofSlice ? at.tables.sliceFaults : at.tables.faults).push(step.fault);
    }
  }

  /** Everybody is at work and hears of everything: the limit is reached. */
  async finish(): Promise<void> {
    const { at } = this;
    at.tables.faults = [];
    at.tables.sliceFaults = [];
    for (const one of at.desks) this.#notice(one);
    await at.pass(61_000);
    for (let round = 0; round < 400 && at.used() < MAX_PAGES; round += 1) {
      for (const one of at.desks) await at.work(one, 20, PAGE);
      await at.pass(500);
    }
    expect(at.used()).toBe(MAX_PAGES);
    for (const one of at.desks) await at.work(one, 500, PAGE);
    expect(at.used()).toBe(MAX_PAGES);
  }

  #desk(at: number): DeskAmongOthers {
    return this.at.desks[at % this.at.desks.length]!;
  }

  async #lease(one: DeskAmongOthers, max: number): Promise<void> {
    const granted = await this.at.lease(one, max).catch(() => []);
    this.leases.push(...granted);
  }

  async #settle(ended: readonly Granted[], result: number): Promise<void> {
    const settlements = ended.map(({ host, lease }) => ({
      id: leaseId(host, lease),
      outcome: result,
    }));
    for (const { desk } of this.at.desks) await desk.settling.settle(settlements).catch(() => {});
  }

  async #release(ended: readonly Granted[]): Promise<void> {
    const releases = ended.map(({ host, lease }) => ({
      id: leaseId(host, lease),
      robotsUnknown: false,
    }));
    for (const { desk } of this.at.desks) await desk.settling.release(releases).catch(() => {});
  }

  async #move(step: Step & { readonly do: 'hand' | 'steal' }): Promise<void> {
    const [from, to] = [this.#desk(step.who), this.#desk(step.to)];
    if (from === to) return;
    const { owners } = this.at.tables.rows;
    const ours = [...from.owned].filter((bucket) => owners.get(bucket)?.replica === from.name);
    const some = ours.filter((bucket) => step.part === 0 || bucket % 4 === step.part);
    if (step.do === 'hand') await this.at.handOver(from, to, some);
    else await this.at.take(to, some);
  }

  /** It hears what others have taken from it. */
  #notice(one: DeskAmongOthers): void {
    const { owners } = this.at.tables.rows;
    const lost = [...one.owned].filter((bucket) => owners.get(bucket)?.replica !== one.name);
    this.at.lose(one, lost);
  }

  async #die(one: DeskAmongOthers): Promise<void> {
    const { at } = this;
    at.kill(one);
    const next = await at.open();
    const { owners } = at.tables.rows;
    const mine = [...one.owned].filter((bucket) => owners.get(bucket)?.replica === one.name);
    // It is not noticed at once that it is dead.
    for (const other of at.desks) await this.#lease(other, 3);
    await at.take(next, mine);
  }
}

describe('a page limit over three replicas, whatever happens in whatever order', () => {
  it('is never passed, and is reached in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(steps, { minLength: 5, maxLength: 40 }),
        async (shares, all) => {
          const model = new Model();
          await model.open(shares);
          for (const step of all) {
            await model.run(step);
            expect(model.at.used()).toBeLessThanOrEqual(MAX_PAGES);
          }
          await model.finish();
        },
      ),
      { seed: testSeed(), numRuns: 100 },
    );
  });
});
