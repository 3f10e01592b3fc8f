import { setTimeout as delay } from 'node:timers/promises';
import { anyOf, deckOf } from './deck.ts';
import type { SuiteProcess } from './running-suite.ts';
import {
  SOAK_ENGINES,
  type SoakEngine,
  type SoakPlace,
  soakPlace,
  type Victim,
} from './soak-place.ts';
import { SoakedWorld } from './soaked-world.ts';
import { emptyWalkTally, type Harm, type WalkTally } from './walk-tally.ts';

export { SOAK_ENGINES, type SoakEngine };

/** How long, on what numbers and on which engines. */
export interface SoakWalkOptions {
  readonly rounds: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
  readonly engines?: readonly SoakEngine[];
}

/** Kills and stops at random moments of a crawl, in both modes: what was done, and what it cost. */
export async function soakWalk(options: SoakWalkOptions): Promise<readonly WalkTally[]> {
  const tallies: WalkTally[] = [];
  for (const engine of options.engines ?? SOAK_ENGINES) {
    await using place = await soakPlace(engine, options.say);
    if (place === undefined) continue;
    const soak = new WalkSoak(place, options);
    await soak.run();
    tallies.push(soak.tally);
  }
  return tallies;
}

const LONGEST_CALM_MS = 4_000;
const CALM_SHARE = 0.75;
const LONGEST_OUTAGE_MS = 2_000;
/** Every third round is a stop: of twenty rounds there are enough of either for everybody to have had both. */
const STOP_EVERY = 3;
const EXAMPLES = 5;

class WalkSoak {
  readonly tally: WalkTally;
  readonly #place: SoakPlace;
  readonly #options: SoakWalkOptions;
  readonly #decks = new Map<string, () => string>();
  #worlds = 0;
  #world: SoakedWorld | undefined;

  constructor(place: SoakPlace, options: SoakWalkOptions) {
    this.#place = place;
    this.#options = options;
    this.tally = emptyWalkTally(place.engine);
  }

  async run(): Promise<void> {
    const { rounds } = this.#options;
    try {
      for (let round = 1; round <= rounds; round += 1) {
        const world = await this.#underWay();
        const what = await (round % STOP_EVERY === 2 ? this.#stop(world) : this.#kill(world));
        this.tally.rounds += 1;
        this.#say(`${round}/${rounds}: ${what}`);
      }
      if (this.#world !== undefined) await this.#endCrawl(this.#world, 'last');
    } finally {
      await this.#world?.[Symbol.asyncDispose]();
    }
  }

  /** A world at a random moment of its crawl; where one is finished, of the next. */
  async #underWay(): Promise<SoakedWorld> {
    for (;;) {
      this.#world ??= await this.#nextWorld();
      const world = this.#world;
      // Mostly under load, and now and then before the last fault is got over.
      if (this.#options.random() < CALM_SHARE) await world.untilAsked();
      await delay(this.#options.random() * LONGEST_CALM_MS);
      if (!(await world.isFinished())) return world;
      await this.#endCrawl(world);
    }
  }

  async #nextWorld(): Promise<SoakedWorld> {
    this.#worlds += 1;
    const world = await SoakedWorld.open(this.#place, this.#worlds);
    await world.beginCrawl();
    return world;
  }

  async #kill(world: SoakedWorld): Promise<string> {
    const victim = this.#choose('kill', [...world.suite.processes, ...world.servers]);
    const outageMs = this.#options.random() * LONGEST_OUTAGE_MS;
    const at = world.requests;
    const before = await world.counts();
    const backMs = await world.supervisor.except(victim, async () => {
      await victim.kill9();
      return backAfter(victim, outageMs);
    });
    this.tally.kills += 1;
    this.#count('lost', await world.fallenSince(before));
    return `kill -9 of ${victim.name} after ${at} requests, back after ${seconds(backMs)}`;
  }

  async #stop(world: SoakedWorld): Promise<string> {
    const process = this.#choose<SuiteProcess>('stop', world.suite.processes);
    const outageMs = this.#options.random() * LONGEST_OUTAGE_MS;
    const at = world.requests;
    const before = await world.counts();
    const { end, tookMs, backMs } = await world.supervisor.except(process, async () => {
      const startMs = performance.now();
      const how = await process.stop().catch((error: Error) => error.message);
      const took = performance.now() - startMs;
      return { end: how, tookMs: took, backMs: await backAfter(process, outageMs) };
    });
    this.tally.stops += 1;
    this.#count('failedByStop', end === 0 ? [] : [`${process.name} ended with ${end}`]);
    this.#count('lost', await world.fallenSince(before));
    return `${process.name} stopped after ${at} requests in ${seconds(tookMs)}, back after ${seconds(backMs)}`;
  }

  /** Everybody has a turn before anybody has a second one; of several of a kind it is any. */
  #choose<V extends Victim>(fault: string, victims: readonly V[]): V {
    const { random } = this.#options;
    const names = [...new Set(victims.map(({ name }) => name))];
    const deal = this.#decks.get(fault) ?? deckOf(names, random);
    this.#decks.set(fault, deal);
    const name = deal();
    return anyOf(
      victims.filter((each) => each.name === name),
      random,
    );
  }

  async #endCrawl(world: SoakedWorld, which?: 'last'): Promise<void> {
    this.#count('unfinished', await world.finishCrawl());
    const { pages, lost, doubled, unbalanced, failed } = await world.judgeCrawl();
    this.tally.crawls += 1;
    this.tally.pages += pages;
    this.#count('lost', lost);
    this.#count('doubled', doubled);
    this.#count('unbalanced', unbalanced);
    this.#count('failedByStop', failed);
    this.#say(`world ${this.#worlds}, crawl ${world.crawl}: ${pages} pages, ${lost.length} lost`);
    if (which !== 'last' && !world.isOver) return world.beginCrawl();
    this.#count('failedByStop', await world.stop());
    const { revived } = world.supervisor;
    this.tally.revived += revived.length;
    if (revived.length > 0)
      this.#say(`ended by themselves and were started again: ${revived.join(', ')}`);
    this.#count('tooSoon', world.badManners());
    this.#world = undefined;
    await world[Symbol.asyncDispose]();
  }

  #count(harm: Harm, found: readonly string[]): void {
    this.tally[harm] += found.length;
    for (const each of found.slice(0, EXAMPLES)) this.#say(`${harm}: ${each}`);
    if (found.length > EXAMPLES) this.#say(`${harm}: and ${found.length - EXAMPLES} more`);
  }

  #say(line: string): void {
    this.#options.say(`${this.#place.engine} ${line}`);
  }
}

/** Starts it again after a while; how long it was away. */
async function backAfter(victim: Victim, outageMs: number): Promise<number> {
  const startMs = performance.now();
  await delay(outageMs);
  await victim.start().catch((error: Error) => {
    // A process that takes longer, or ends again, is in the hands of the supervisor.
    if (!('pid' in victim)) throw error;
  });
  return performance.now() - startMs;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
