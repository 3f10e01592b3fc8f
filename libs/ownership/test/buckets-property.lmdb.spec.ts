import { describe, expect, it } from '@jest/globals';
import { collectLog } from '@mayfly/telemetry/testing';
import { seededRandom, testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { BUCKETS, LOOK_MS, place, TTL_MS } from './support/place.ts';
import { fencesHold, type Replica } from './support/replicas.ts';

collectLog();

type Place = Awaited<ReturnType<typeof place>>;
type Step =
  | { readonly do: 'join' | 'stop' | 'kill' | 'freeze' | 'thaw'; readonly who: number }
  | { readonly do: 'away' | 'deaf' | 'there'; readonly who: number }
  | { readonly do: 'all-away' | 'all-there'; readonly who: number };

const MOST = 5;
const steps = fc.array(
  fc.record({
    step: fc.record({
      do: fc.constantFrom(
        ...(['join', 'join', 'stop', 'kill', 'freeze', 'thaw', 'away', 'deaf', 'there'] as const),
        ...(['all-away', 'all-there'] as const),
      ),
      who: fc.nat(MOST),
    }),
    thenMs: fc.constantFrom(100, 900, 2_500, 4_000, 9_000),
  }),
  { minLength: 4, maxLength: 14 },
);

/** Replicas of one run: those that may still do something, and all that ever were. */
class Run {
  readonly at: Place;
  alive: Replica[] = [];
  #names = 0;

  constructor(at: Place) {
    this.at = at;
  }

  async do({ do: what, who }: Step): Promise<void> {
    const replica = this.alive[who % Math.max(1, this.alive.length)];
    if (what === 'join') return this.#join();
    if (what.startsWith('all-')) {
      for (const { machine } of this.alive)
        machine.storeIs = what === 'all-away' ? 'away' : 'there';
      return;
    }
    if (replica === undefined) return;
    const { machine, ownership } = replica;
    if (what === 'freeze') machine.freeze();
    else if (what === 'thaw') machine.thaw();
    else if (what === 'away' || what === 'deaf' || what === 'there') machine.storeIs = what;
    else {
      this.alive = this.alive.filter((other) => other !== replica);
      if (what === 'kill' || machine.isFrozen) machine.freeze();
      else await ownership.release();
    }
  }

  async #join(): Promise<void> {
    if (this.alive.length >= MOST) return;
    this.#names += 1;
    this.alive.push(await this.at.start(`r${this.#names}`));
  }

  /** Every owner that ever was has an epoch of its own, and at most the last of a bucket can write. */
  async check(): Promise<void> {
    const gains = this.at.replicas.flatMap((replica) => replica.gains);
    const names = gains.map(({ bucket, epoch }) => `${bucket} ${epoch}`);
    expect(new Set(names).size).toBe(names.length);
    const held = await fencesHold(this.at.store, gains);
    const holders = gains.filter((_, place) => held[place]).map(({ bucket }) => bucket);
    expect(new Set(holders).size).toBe(holders.length);
  }

  async settle(): Promise<void> {
    for (const { machine } of this.alive) {
      machine.storeIs = 'there';
      machine.thaw();
    }
    if (this.alive.length === 0) await this.#join();
    // Time to see who is dead, and some looks.
    await this.at.pass(TTL_MS + 4 * LOOK_MS);
    const all = this.alive.flatMap(({ served }) => [...served.keys()]);
    expect(new Set(all).size).toBe(all.length);
    // A hand-over may be on its way just now; nothing else is nobody's.
    expect(all.length).toBeGreaterThanOrEqual(BUCKETS - this.alive.length * 4);
    await this.at.pass(20 * LOOK_MS);
    const sizes = this.alive.map(({ served }) => served.size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(BUCKETS);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    for (const { served } of this.alive) {
      expect(await fencesHold(this.at.store, served.values())).not.toContain(false);
    }
  }
}

describe('buckets, whatever happens to their owners', () => {
  it('have at most one that can write, and are all shared evenly once things are quiet', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (story, seed) => {
        await using at = await place(BUCKETS, seededRandom(seed));
        const run = new Run(at);
        for (const { step, thenMs } of story) {
          await run.do(step);
          await at.pass(thenMs);
          await run.check();
        }
        await run.settle();
        await run.check();
      }),
      { numRuns: 40, seed: testSeed() },
    );
  });
});
