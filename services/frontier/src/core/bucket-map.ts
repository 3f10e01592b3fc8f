/** A replica that owns a bucket. */
export interface BucketOwner {
  readonly replica: string;
  readonly address: string;
  readonly epoch: number;
}

/** Buckets that one replica owns one after another, in one epoch. */
export interface BucketRange extends BucketOwner {
  readonly first: number;
  readonly last: number;
}

/** Who owns what, as far as this replica knows. */
export interface BucketMap {
  readonly replica: string;
  ranges(): readonly BucketRange[];
}
