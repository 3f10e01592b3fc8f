export {
  type BucketOwnersTable,
  defineBucketOwners,
  defineReplicas,
  type ReplicasTable,
} from './buckets/bucket-tables.ts';
export {
  type BucketOptions,
  type BucketOwner,
  type BucketOwnership,
  type GainedBucket,
  ownBuckets,
} from './buckets/own-buckets.ts';
export { defineOwners, type OwnersTable } from './owners-table.ts';
export { type Ownership, type OwnershipOptions, takeOwnership } from './take-ownership.ts';
export { TELEMETRY } from './telemetry-names.ts';
