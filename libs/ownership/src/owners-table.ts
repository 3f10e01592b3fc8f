import { defineTable, flag, number, text } from '@mayfly/store';

/** Who owns the tables of a service: one row for each partition key, so that any write can rest on it. */
export function defineOwners(name: string) {
  return defineTable({
    name,
    format: 1,
    columns: {
      bucket: number(),
      /** Rises with every new owner: the fence. */
      epoch: number(),
      /** Rises while the owner lives; only the row of bucket 0 says so. */
      beat: number(),
      instance: text(),
      released: flag(),
    },
    key: ['bucket'],
    partition: 1,
  });
}

/** A table made by `defineOwners`. */
export type OwnersTable = ReturnType<typeof defineOwners>;
