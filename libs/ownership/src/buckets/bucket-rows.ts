import {
  type Answer,
  type Condition,
  insert,
  matches,
  type Part,
  remove,
  replace,
  type Store,
} from '@mayfly/store';
import type { BucketOwnersTable, OwnerRow, ReplicaRow, ReplicasTable } from './bucket-tables.ts';

const PAGE = 1_000;

/** The two tables, and the writes that change hands. Every one rests on the row as it was read. */
export class BucketRows {
  readonly #store: Store;
  readonly #owners: BucketOwnersTable;
  readonly #replicas: ReplicasTable;

  constructor(parts: {
    readonly store: Store;
    readonly owners: BucketOwnersTable;
    readonly replicas: ReplicasTable;
  }) {
    this.#store = parts.store;
    this.#owners = parts.owners;
    this.#replicas = parts.replicas;
  }

  /** Holds while the bucket has that epoch. */
  fence(bucket: number, epoch: number): Condition {
    return matches(this.#owners, { bucket }, { epoch });
  }

  /** Rows by bucket. */
  async owners(): Promise<(OwnerRow | undefined)[]> {
    const rows: (OwnerRow | undefined)[] = [];
    for await (const some of this.#store.scan(this.#owners, { limit: PAGE })) {
      for (const row of some) rows[row.bucket] = row;
    }
    return rows;
  }

  async replicas(): Promise<ReplicaRow[]> {
    const rows: ReplicaRow[] = [];
    for await (const some of this.#store.scan(this.#replicas, { limit: PAGE })) rows.push(...some);
    return rows;
  }

  write(parts: readonly Part[]): Promise<Answer[]> {
    return this.#store.write(parts);
  }

  /** Gives a row its next owner, unless it changed since it was read. */
  change(before: OwnerRow | undefined, next: OwnerRow): Part {
    if (before === undefined) return { writes: [insert(this.#owners, next)] };
    const { epoch, replica } = before;
    return { writes: [replace(this.#owners, next, { matches: { epoch, replica } })] };
  }

  /** Nobody's from now on. The epoch rises, so that nothing of the owner's comes after. */
  free({ bucket, epoch, replica }: Omit<OwnerRow, 'address'>): Part {
    const next = { bucket, epoch: epoch + 1, replica: '', address: '' };
    return { writes: [replace(this.#owners, next, { matches: { epoch, replica } })] };
  }

  /** Forgets a replica. */
  forget(replica: string): Part {
    return { writes: [remove(this.#replicas, { replica })] };
  }
}
