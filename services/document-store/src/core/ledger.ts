import type { Origin, RecordKind } from './attempt-end.ts';

/** How many attempts became what. */
export interface Counts {
  readonly newVersions: number;
  readonly unchanged: number;
  readonly duplicates: number;
  readonly withoutDocument: number;
  readonly late: number;
}

/** The counts of one host, and up to where its messages are in them; retried ones are guarded apart. */
export interface HostLedger {
  readonly counts: Counts;
  readonly mainPosition: bigint | undefined;
  readonly retryPosition: bigint | undefined;
}

/** Hosts whose rows are written together, with the sum of all hosts of the bucket, read or not. */
export interface LedgerBucket {
  readonly bucket: number;
  readonly revision: number;
  readonly sum: Counts;
  readonly hosts: ReadonlyMap<string, HostLedger>;
}

/** An attempt that is recorded and belongs into the counts once. */
export interface Counted {
  readonly host: string;
  readonly origin: Origin;
  readonly record: RecordKind;
}

export const NO_COUNTS: Counts = {
  newVersions: 0,
  unchanged: 0,
  duplicates: 0,
  withoutDocument: 0,
  late: 0,
};

/** A host of which nothing was counted yet. */
export const NEW_HOST: HostLedger = {
  counts: NO_COUNTS,
  mainPosition: undefined,
  retryPosition: undefined,
};

const COLUMN: Readonly<Record<RecordKind, keyof Counts>> = {
  'new-version': 'newVersions',
  unchanged: 'unchanged',
  duplicate: 'duplicates',
  'no-document': 'withoutDocument',
  late: 'late',
};

/**
 * Counts what is not counted yet; undefined when everything is. Positions of a host never go back, and a host's messages are
 * counted in order, so what is not above the last position is a repeat.
 */
export function countInto(
  bucket: LedgerBucket,
  counted: readonly Counted[],
): LedgerBucket | undefined {
  const hosts = new Map<string, HostLedger>();
  let { sum } = bucket;
  for (const { host, origin, record } of counted) {
    const before = hosts.get(host) ?? bucket.hosts.get(host) ?? NEW_HOST;
    const guard = origin.retry ? 'retryPosition' : 'mainPosition';
    const last = before[guard];
    if (last !== undefined && origin.position <= last) continue;
    const counts = plusOne(before.counts, record);
    hosts.set(host, { ...before, counts, [guard]: origin.position });
    sum = plusOne(sum, record);
  }
  return hosts.size === 0 ? undefined : { ...bucket, sum, hosts };
}

function plusOne(counts: Counts, record: RecordKind): Counts {
  const column = COLUMN[record];
  return { ...counts, [column]: counts[column] + 1 };
}

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    newVersions: one.newVersions + other.newVersions,
    unchanged: one.unchanged + other.unchanged,
    duplicates: one.duplicates + other.duplicates,
    withoutDocument: one.withoutDocument + other.withoutDocument,
    late: one.late + other.late,
  };
}
