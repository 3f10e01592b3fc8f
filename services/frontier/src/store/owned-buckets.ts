import { type BucketOptions, type BucketOwnership, ownBuckets } from '@mayfly/ownership';
import { HOST_BUCKETS } from '@mayfly/url';
import type { BucketMap, BucketOwner, BucketRange } from '../core/bucket-map.ts';
import type { Frontier } from '../core/frontier.ts';
import type { OwnedBucket } from '../core/ports.ts';

/** The buckets that this process owns, handed to the frontier as they come and go. */
export class OwnedBuckets implements BucketMap {
  readonly #count: number;
  #ownership: BucketOwnership | undefined;

  constructor(count: number) {
    this.#count = count;
  }

  async begin(
    frontier: Frontier,
    options: Omit<BucketOptions, 'gained' | 'giveUp' | 'lost'>,
  ): Promise<void> {
    this.#ownership = await ownBuckets({
      ...options,
      gained: (buckets) => frontier.gain(buckets),
      giveUp: (buckets) => frontier.leave(buckets),
      lost: (buckets) => frontier.drop(buckets),
    });
    // Those of the start are read before anybody is told that we serve.
    await frontier.loaded();
  }

  get replica(): string {
    return this.#ownership?.replica ?? '';
  }

  ownerOf(bucket: number): BucketOwner | undefined {
    return this.#ownership?.ownerOf(bucket);
  }

  /** A write was refused. One that began when the bucket was ours before says nothing of now. */
  lost({ bucket, epoch }: OwnedBucket): void {
    if (this.#ownership?.owned().get(bucket) === epoch) this.#ownership.lost(bucket);
  }

  /** Who owns what, in the order of the buckets; a table that is cut into fewer has each of them for many. */
  ranges(): BucketRange[] {
    const ranges: BucketRange[] = [];
    for (let bucket = 0; bucket < HOST_BUCKETS; bucket += 1) {
      const owner = this.ownerOf(bucket % this.#count);
      if (owner === undefined) continue;
      const before = ranges.at(-1);
      const isNext =
        before?.last === bucket - 1 &&
        before.replica === owner.replica &&
        before.epoch === owner.epoch;
      if (isNext) ranges[ranges.length - 1] = { ...before, last: bucket };
      else ranges.push({ ...owner, first: bucket, last: bucket });
    }
    return ranges;
  }

  async release(): Promise<void> {
    await this.#ownership?.release();
  }
}
