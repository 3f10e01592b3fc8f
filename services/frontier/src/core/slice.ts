/** What replicas share of one limit: the pages that each may still add, or when a rate would be full again. */
export interface SliceRow {
  /** Of the limit. */
  readonly name: string;
  readonly crawl: string;
  /** Rises with every change; each change rests on the one before. */
  readonly version: number;
  /** Of a page limit: the replicas that keep to it by slices, each with what it may add since it was last written. */
  readonly slices: Readonly<Record<string, number>>;
  /** Of a rate, by the wall clock. */
  readonly fullMs: number;
}

export const pagesName = (crawl: string): string => `pages:${crawl}`;

/** What a replica knows when it asks for a slice of a page limit; read in this order. */
export interface SliceAsked {
  readonly me: string;
  readonly maxPages: number;
  /** Chosen here and perhaps not in the ledgers. */
  readonly pending: number;
  readonly wanted: number;
  readonly row: SliceRow | undefined;
  /** The owner of each bucket; none where nobody has it. */
  readonly owners: readonly (string | undefined)[];
  /** Pages and leases in all ledgers. */
  readonly used: number;
}

export interface SlicePlan {
  readonly slices: Readonly<Record<string, number>>;
  /** How many pages may be chosen here. */
  readonly size: number;
}

/**
 * What others add after the row was read is covered by their slices in it, whenever their ledgers are read. Who owns
 * nothing any more can add nothing: its ledgers say all. Who owns something and is not in the row may have had all
 * buckets and not know yet that it has not: nothing is given before it says that it keeps to slices.
 */
export function planSlice(asked: SliceAsked): SlicePlan {
  const { me, maxPages, pending, wanted, row, owners, used } = asked;
  const living = new Set<string>();
  for (const owner of owners) if (owner !== undefined && owner !== me) living.add(owner);
  const others: Record<string, number> = {};
  let promised = 0;
  for (const replica of living) {
    const slice = row?.slices[replica];
    if (slice === undefined) continue;
    others[replica] = slice;
    promised += slice;
  }
  const isSeen = Object.keys(others).length === living.size;
  const allowed = isSeen ? Math.max(0, maxPages - used - promised - pending) : 0;
  const size = Math.min(allowed, wanted, Math.ceil(allowed / (living.size + 1)));
  return { slices: { ...others, [me]: size + pending }, size };
}
