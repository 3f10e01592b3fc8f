import { defineTable, number, type RowOf, text } from '@mayfly/store';

/** Who owns each bucket of a service's tables: one row for each, so that any write can rest on it. */
export function defineBucketOwners(name: string) {
  return defineTable({
    name,
    format: 1,
    columns: {
      bucket: number(),
      /** Rises with every change of the row: the fence. */
      epoch: number(),
      /** Empty where nobody owns it. */
      replica: text(),
      /** Where the owner answers. */
      address: text(),
    },
    key: ['bucket'],
    partition: 1,
  });
}

/** The replicas of a service that live, or did a while ago: one row for each. */
export function defineReplicas(name: string) {
  return defineTable({
    name,
    format: 1,
    columns: {
      replica: text(),
      address: text(),
      /** Changes while the replica lives. */
      beat: number(),
    },
    key: ['replica'],
    partition: 1,
  });
}

/** A table made by `defineBucketOwners`. */
export type BucketOwnersTable = ReturnType<typeof defineBucketOwners>;

/** A table made by `defineReplicas`. */
export type ReplicasTable = ReturnType<typeof defineReplicas>;

/** A row of `defineBucketOwners`. */
export type OwnerRow = RowOf<BucketOwnersTable>;

/** A row of `defineReplicas`. */
export type ReplicaRow = RowOf<ReplicasTable>;
