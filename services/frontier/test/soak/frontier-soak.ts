import { setTimeout as delay } from 'node:timers/promises';
import { AskedWeb } from './asked-web.ts';
import {
  FRONTIER_ENGINES,
  type FrontierEngine,
  type FrontierPlace,
  frontierPlace,
} from './frontier-place.ts';
import { emptyTally, type FrontierTally, type Harm } from './frontier-tally.ts';
import { SoakedFrontier } from './soaked-frontier.ts';

export { FRONTIER_ENGINES, type FrontierEngine, type FrontierTally };

/** How long, on what numbers and on which engines. */
export interface FrontierSoakOptions {
  readonly rounds: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
  readonly engines?: readonly FrontierEngine[];
}

const LONGEST_CALM_MS = 2_000;
const LONGEST_OUTAGE_MS = 1_000;
/** What a replica that was killed owned is served again within this time. */
const TAKEOVER_WITHIN_MS = 15_000;
/** A replica that joined has some hosts within this time. */
const SHARED_WITHIN_MS = 60_000;
const BACK_WITHIN_MS = 180_000;
const EXAMPLES = 5;
/** Short, so that nobody waits for long for the lease of an answer that was lost. */
const ENVIRONMENT = {
  FRONTIER_HOST_DELAY_MS: '100',
  FRONTIER_BUSY_FACTOR: '2',
  FRONTIER_REQUESTS_PER_SECOND: '100000',
  FRONTIER_LEASE_MS: '5000',
};

/** `kill -9` of frontiers at random moments under load: what was done, and what it cost. */
export async function soakFrontier(options: FrontierSoakOptions): Promise<FrontierTally[]> {
  const tallies: FrontierTally[] = [];
  for (const engine of options.engines ?? FRONTIER_ENGINES) {
    await using place = await frontierPlace(engine, ENVIRONMENT, options.say);
    if (place === undefined) continue;
    await using web = await AskedWeb.start();
    await using soaked = await SoakedFrontier.open(place, web, options.random);
    const soak = new FrontierSoak(place, soaked, options);
    await soak.run();
    tallies.push(soak.tally);
  }
  return tallies;
}

class FrontierSoak {
  readonly tally: FrontierTally;
  readonly #place: FrontierPlace;
  readonly #soaked: SoakedFrontier;
  readonly #options: FrontierSoakOptions;

  constructor(place: FrontierPlace, soaked: SoakedFrontier, options: FrontierSoakOptions) {
    this.#place = place;
    this.#soaked = soaked;
    this.#options = options;
    this.tally = emptyTally(place.engine);
  }

  async run(): Promise<void> {
    const { rounds, random } = this.#options;
    this.#soaked.begin();
    for (let round = 1; round <= rounds; round += 1) {
      await this.#soaked.untilAtWork(BACK_WITHIN_MS);
      await delay(random() * LONGEST_CALM_MS);
      const what = await this.#kill();
      await this.#look();
      this.tally.rounds += 1;
      const { acknowledged, leases } = this.#soaked;
      this.#say(`${round}/${rounds}: ${what}; ${acknowledged} URLs, ${leases} leases`);
    }
    await this.#end();
  }

  async #kill(): Promise<string> {
    const { random } = this.#options;
    const { processes } = this.#place;
    const victim = processes[Math.floor(random() * processes.length)]!;
    const isAlone = processes.length === 1;
    const owned = isAlone
      ? undefined
      : await this.#soaked.shareOf(victim.address, SHARED_WITHIN_MS);
    const startMs = performance.now();
    await victim.kill9();
    this.tally.kills += 1;
    const took = owned === undefined ? '' : await this.#takeover(victim.address, owned);
    await delay(random() * LONGEST_OUTAGE_MS);
    await victim.start();
    return `kill -9 of ${victim.name}${took}, back after ${seconds(performance.now() - startMs)}`;
  }

  /** Waits until all that the killed one owned has another owner, and something of it is leased again. */
  async #takeover(address: string, owned: ReadonlySet<number>): Promise<string> {
    const mostMs = 4 * TAKEOVER_WITHIN_MS;
    const tookMs = Math.max(
      ...(await Promise.all([
        this.#soaked.untilLeasedOf(owned, mostMs),
        this.#soaked.untilOwnedAgain(owned, address, mostMs),
      ])),
    );
    const { tally } = this;
    tally.slowestTakeoverS = Math.max(tally.slowestTakeoverS, Math.round(tookMs) / 1_000);
    const isSlow = tookMs > TAKEOVER_WITHIN_MS;
    this.#count('slow', isSlow ? [`its buckets were served again after ${seconds(tookMs)}`] : []);
    return `, its buckets served again after ${seconds(tookMs)}`;
  }

  /** Everything that was acknowledged is looked for, while the load goes on. */
  async #look(): Promise<void> {
    this.#count('lost', await this.#soaked.lost(BACK_WITHIN_MS));
    this.#count('lostLeases', this.#soaked.takeLostLeases());
    this.#count('unbalanced', await this.#soaked.unbalanced(BACK_WITHIN_MS));
    const { tooSoon, atOnce } = await this.#soaked.newBadManners();
    this.#count('tooSoon', tooSoon);
    this.#count('atOnce', atOnce);
  }

  /** Once nothing is under way any more, every number is known. */
  async #end(): Promise<void> {
    await this.#soaked.end();
    await this.#look();
    this.#count('unbalanced', await this.#soaked.miscounted(BACK_WITHIN_MS));
    const { acknowledged, leases, settled } = this.#soaked;
    Object.assign(this.tally, { acknowledged, leases, settled, requests: this.#soaked.requests });
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

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
