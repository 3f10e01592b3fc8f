import { atMost } from '@mayfly/clock';
import { CrawlError, errorCodeOf } from '@mayfly/errors';
import type { Condition } from '@mayfly/store';
import { TELEMETRY } from '../telemetry-names.ts';
import { BucketRows } from './bucket-rows.ts';
import type { OwnerRow } from './bucket-tables.ts';
import { LifeWatch } from './life-watch.ts';
import type { BucketOptions, BucketOwner, GainedBucket } from './own-buckets.ts';
import { planTurn } from './plan-turn.ts';
import { inRandomOrder } from './random-order.ts';
import { ReplicaBeat } from './replica-beat.ts';

const TTL_MS = 6_000;
const LOOK_MS = 1_000;
/** Buckets of one write: those that it gained are served while the next ones are taken. */
const BATCH = 64;
/** No more than this part is given at a time, and nothing before those who live have been the same for two looks. */
const GIVEN_AT_A_TIME = 1 / 8;
const STABLE_LOOKS = 2;
/** Rows of replicas that never came back are removed after so many times to live. */
const SWEPT_AFTER = 20;

interface Leaving {
  readonly epoch: number;
  /** Whether the service has let go of it, so that its row can be freed. */
  isLetGo: boolean;
}

/** A replica's place among the others: what is its own, and what it does about the rest at each turn. */
export class Membership {
  readonly #options: BucketOptions;
  readonly #rows: BucketRows;
  readonly #ttlMs: number;
  readonly #watch: LifeWatch;
  readonly #owned = new Map<number, number>();
  readonly #leaving = new Map<number, Leaving>();
  readonly #gaining = new Map<number, Promise<void>>();
  #seen: (OwnerRow | undefined)[] = [];
  #living: readonly string[] = [];
  #stableLooks = 0;
  #handingOver: Promise<void> | undefined;
  #beat: ReplicaBeat | undefined;
  #replica: string;
  #before: string | undefined;

  constructor(options: BucketOptions) {
    this.#options = options;
    const { ttlMs = TTL_MS, lookMs = LOOK_MS } = options;
    this.#ttlMs = ttlMs;
    this.#rows = new BucketRows(options);
    this.#watch = new LifeWatch({ ttlMs, lookMs });
    this.#replica = this.#newId();
  }

  get replica(): string {
    return this.#replica;
  }

  get owned(): ReadonlyMap<number, number> {
    return this.#owned;
  }

  fence(bucket: number): Condition {
    const epoch = this.#owned.get(bucket);
    if (epoch === undefined) throw new CrawlError('NOT_OWNER', `bucket ${bucket} is not ours`);
    return this.#rows.fence(bucket, epoch);
  }

  ownerOf(bucket: number): BucketOwner | undefined {
    const epoch = this.#owned.get(bucket);
    const { address } = this.#options;
    if (epoch !== undefined) return { replica: this.#replica, address, epoch };
    const row = this.#seen[bucket];
    if (row === undefined || row.replica === this.#replica) return undefined;
    return this.#living.includes(row.replica) ? row : undefined;
  }

  /** Away is no failure of the loop: it looks again as soon as always. */
  async patientTurn(): Promise<void> {
    try {
      await this.turn();
    } catch (error) {
      if (errorCodeOf(error) !== 'STORE_AWAY') throw error;
    }
  }

  /** One look, and what follows from it. */
  async turn(): Promise<void> {
    const { exclusive, buckets } = this.#options;
    if (!exclusive && this.#beat === undefined && !(await this.#join())) return;
    const me = this.#replica;
    await this.#look();
    if (me !== this.#replica) return;
    const leaving = new Set(this.#leaving.keys());
    const around = { buckets, me, rows: this.#seen, living: this.#living };
    const plan = planTurn({ ...around, owned: this.#owned, leaving });
    this.drop(plan.lost);
    await this.#freeLetGo();
    if (me !== this.#replica) return;
    if (plan.gives > 0 && this.#stableLooks >= STABLE_LOOKS) this.#give(plan.gives);
    if (plan.takes > 0) await this.#take(plan.takeable, plan.takes);
    await this.#sweep();
  }

  /** They are not ours any more. */
  drop(buckets: readonly number[], why = 'another replica took them'): void {
    const ours = buckets.filter((bucket) => this.#owned.delete(bucket));
    for (const bucket of ours) this.#leaving.delete(bucket);
    if (ours.length === 0) return;
    const { log, owners } = this.#options;
    const fields = { table: owners.name, buckets: ours.length, why };
    log.warn({ event: TELEMETRY.bucketsLost.name, ...fields }, 'no longer the owner of buckets');
    this.#options.lost(ours);
  }

  /** Hands over what is ours and says goodbye. What the store does not take is found by others in their own time. */
  async leave(): Promise<void> {
    const { clock, log, owners } = this.#options;
    await this.#handingOver;
    await atMost(clock, this.#ttlMs, Promise.allSettled(this.#gaining.values()));
    try {
      await this.#letGo([...this.#owned.keys()]);
      // Rows that name a replica which is not there are anybody's: they need not be freed one by one.
      await this.#beat?.leave();
    } catch (error) {
      await this.#beat?.stop();
      const fields = { event: TELEMETRY.goodbyeFailed.name, table: owners.name, err: error };
      log.warn(fields, 'could not say goodbye to other replicas');
    }
  }

  async #join(): Promise<boolean> {
    const { store, replicas, address, clock, log, owners } = this.#options;
    const replica = this.#replica;
    if (this.#before !== undefined) await this.#rows.write([this.#rows.forget(this.#before)]);
    const beat = { store, replicas, replica, address, clock, ttlMs: this.#ttlMs };
    this.#beat = await ReplicaBeat.start(beat, (why) => this.#loseAll(why));
    if (this.#beat === undefined) return false;
    this.#before = undefined;
    const fields = { table: owners.name, replica, address };
    log.info({ event: TELEMETRY.joined.name, ...fields }, 'one of the replicas');
    return true;
  }

  /** Under another id from now on, so that nothing that is still on its way under this one can be taken for ours. */
  #loseAll(why: string): void {
    this.#beat = undefined;
    this.#before = this.#replica;
    this.#replica = this.#newId();
    this.#stableLooks = 0;
    const all = [...this.#owned.keys()];
    this.#leaving.clear();
    this.drop(all, why);
  }

  /** Owners first: one that is in no row of the replicas read after it has left, and has not just come. */
  async #look(): Promise<void> {
    const { exclusive, clock } = this.#options;
    const startedMs = clock.monotonicMs();
    this.#seen = await this.#rows.owners();
    if (exclusive) return;
    this.#watch.look(await this.#rows.replicas(), startedMs);
    const living = this.#watch.living();
    const isSame = living.join() === this.#living.join();
    this.#stableLooks = isSame ? this.#stableLooks + 1 : 1;
    this.#living = living;
  }

  async #take(takeable: readonly number[], most: number): Promise<void> {
    const { random, address, log, owners } = this.#options;
    const replica = this.#replica;
    const chosen = inRandomOrder(takeable, random).slice(0, most);
    let taken = 0;
    for (let at = 0; at < chosen.length; at += BATCH) {
      const next = chosen.slice(at, at + BATCH).map((bucket) => {
        const epoch = (this.#seen[bucket]?.epoch ?? 0) + 1;
        return { bucket, epoch, replica, address };
      });
      const parts = next.map((row) => this.#rows.change(this.#seen[row.bucket], row));
      const answers = await this.#rows.write(parts);
      if (replica !== this.#replica) return;
      const applied = next.filter((_, place) => answers[place]?.outcome === 'applied');
      this.#gain(applied);
      taken += applied.length;
      // What is in doubt is seen at the next look: a row that names us and is not ours is taken once more.
      if (answers.some(({ outcome }) => outcome === 'unknown')) break;
    }
    if (taken === 0) return;
    const fields = { table: owners.name, buckets: taken, owned: this.#owned.size };
    log.info({ event: TELEMETRY.bucketsTaken.name, ...fields }, 'owner of more buckets');
  }

  #gain(rows: readonly OwnerRow[]): void {
    if (rows.length === 0) return;
    const gained: GainedBucket[] = rows.map(({ bucket, epoch }) => {
      this.#owned.set(bucket, epoch);
      return { bucket, epoch, fence: this.#rows.fence(bucket, epoch) };
    });
    const telling = (async () => this.#options.gained(gained))().catch((error: unknown) =>
      this.#notGained(gained, error),
    );
    for (const { bucket } of gained) this.#gaining.set(bucket, telling);
    void telling.then(() => {
      for (const { bucket } of gained) {
        if (this.#gaining.get(bucket) === telling) this.#gaining.delete(bucket);
      }
    });
  }

  /** A service that cannot serve them lets others try. */
  #notGained(gained: readonly GainedBucket[], error: unknown): void {
    const { log, owners } = this.#options;
    const fields = { event: TELEMETRY.notServed.name, table: owners.name, err: error };
    log.error(fields, 'buckets that were taken cannot be served');
    const ours = gained.filter(({ bucket, epoch }) => this.#owned.get(bucket) === epoch);
    this.drop(
      ours.map(({ bucket }) => bucket),
      'they cannot be served here',
    );
    for (const { bucket, epoch } of ours) this.#leaving.set(bucket, { epoch, isLetGo: true });
  }

  #give(count: number): void {
    if (this.#handingOver !== undefined) return;
    const { buckets, random } = this.#options;
    const most = Math.min(count, Math.max(1, Math.floor(buckets * GIVEN_AT_A_TIME)));
    const mine = [...this.#owned.keys()].filter(
      (bucket) => !this.#leaving.has(bucket) && !this.#gaining.has(bucket),
    );
    this.#handingOver = this.#handOver(inRandomOrder(mine, random).slice(0, most))
      // What could not be freed is tried again at the next look.
      .catch(() => {})
      .finally(() => (this.#handingOver = undefined));
  }

  async #handOver(buckets: readonly number[]): Promise<void> {
    await this.#letGo(buckets);
    await this.#freeLetGo();
  }

  /** Nothing of them is under way here any more, or not for long. */
  async #letGo(buckets: readonly number[]): Promise<void> {
    const { log, owners, clock, giveUp } = this.#options;
    const replica = this.#replica;
    if (buckets.length === 0) return;
    for (const bucket of buckets) {
      this.#leaving.set(bucket, { epoch: this.#owned.get(bucket)!, isLetGo: false });
    }
    const letGo = (async () => giveUp(buckets))().catch((error: unknown) => {
      // The risen epoch keeps out what may still be under way.
      const fields = { event: TELEMETRY.giveUpFailed.name, table: owners.name, err: error };
      log.warn(fields, 'buckets are handed over with work under way');
    });
    await atMost(clock, 2 * this.#ttlMs, letGo);
    if (replica !== this.#replica) return;
    for (const bucket of buckets) {
      const leaving = this.#leaving.get(bucket);
      if (leaving === undefined) continue;
      this.#owned.delete(bucket);
      leaving.isLetGo = true;
    }
    const fields = { table: owners.name, buckets: buckets.length, owned: this.#owned.size };
    log.info({ event: TELEMETRY.bucketsGiven.name, ...fields }, 'handed buckets over');
  }

  async #freeLetGo(): Promise<void> {
    const replica = this.#replica;
    const letGo = [...this.#leaving].filter(([, { isLetGo }]) => isLetGo);
    for (let at = 0; at < letGo.length; at += BATCH) {
      const some = letGo.slice(at, at + BATCH);
      const parts = some.map(([bucket, { epoch }]) => this.#rows.free({ bucket, epoch, replica }));
      const answers = await this.#rows.write(parts);
      some.forEach(([bucket, leaving], place) => {
        const isKnown = answers[place]?.outcome !== 'unknown';
        if (isKnown && this.#leaving.get(bucket) === leaving) this.#leaving.delete(bucket);
      });
    }
  }

  async #sweep(): Promise<void> {
    const gone = this.#watch.silentFor(SWEPT_AFTER * this.#ttlMs);
    const owners = new Set(this.#seen.map((row) => row?.replica));
    const swept = gone.filter((replica) => !owners.has(replica) && replica !== this.#replica);
    if (swept.length === 0) return;
    await this.#rows.write(swept.map((replica) => this.#rows.forget(replica)));
  }

  #newId(): string {
    const { instance, random } = this.#options;
    const word = () =>
      Math.floor(random() * 2 ** 32)
        .toString(16)
        .padStart(8, '0');
    return `${instance}-${word()}${word()}`;
  }
}
