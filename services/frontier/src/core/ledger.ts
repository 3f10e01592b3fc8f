/** The counts of one crawl at one host. */
export interface Counts {
  readonly known: number;
  readonly parked: number;
  readonly waiting: number;
  readonly leased: number;
  /** By outcome. */
  readonly atRest: Readonly<Record<string, number>>;
  readonly given: number;
  readonly settled: number;
  readonly released: number;
  readonly expired: number;
  readonly out: number;
  readonly pages: number;
}

/** The counts of one crawl, in one bucket or in all. */
export interface Ledger extends Counts {
  /** By rule. */
  readonly refused: Readonly<Record<string, number>>;
}

export const NO_COUNTS: Counts = {
  known: 0,
  parked: 0,
  waiting: 0,
  leased: 0,
  atRest: {},
  given: 0,
  settled: 0,
  released: 0,
  expired: 0,
  out: 0,
  pages: 0,
};

export const EMPTY_LEDGER: Ledger = { ...NO_COUNTS, refused: {} };

/** The counts that are one number, in the order in which a host's row has them. */
export const COUNTS = [
  'known',
  'parked',
  'waiting',
  'leased',
  'given',
  'settled',
  'released',
  'expired',
  'out',
  'pages',
] as const;

export type Count = (typeof COUNTS)[number];

/** Counts that are being changed, by whoever made them. */
export type Draft<C extends Counts> = { -readonly [N in keyof C]: C[N] } & {
  atRest: Record<string, number>;
};

export function draftOf<C extends Counts>(counts: C): Draft<C> {
  return { ...counts, atRest: { ...counts.atRest } };
}

/** Both together, or with −1 what is left when the second is taken away. */
export function addLedgers(one: Ledger, other: Ledger, sign: 1 | -1 = 1): Ledger {
  return {
    ...addHostCounts(one, other, sign),
    refused: addCounts(one.refused, other.refused, sign),
  };
}

export function addHostCounts(one: Counts, other: Counts, sign: 1 | -1 = 1): Counts {
  return {
    known: one.known + sign * other.known,
    parked: one.parked + sign * other.parked,
    waiting: one.waiting + sign * other.waiting,
    leased: one.leased + sign * other.leased,
    atRest: addCounts(one.atRest, other.atRest, sign),
    given: one.given + sign * other.given,
    settled: one.settled + sign * other.settled,
    released: one.released + sign * other.released,
    expired: one.expired + sign * other.expired,
    out: one.out + sign * other.out,
    pages: one.pages + sign * other.pages,
  };
}

function addCounts(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
  sign: 1 | -1,
): Record<string, number> {
  const sum: Record<string, number> = { ...one };
  for (const [name, value] of Object.entries(other)) addTo(sum, name, sign * value);
  return sum;
}

/** A count that comes to nothing is not kept. */
export function addTo(counts: Record<string, number>, name: string | number, by: number): void {
  const now = (counts[name] ?? 0) + by;
  if (now === 0) delete counts[name];
  else counts[name] = now;
}

/** What stays of counts when their crawl is gone: the leases, since attempts were made and recorded under them. */
export function onlyLeases({ given, settled, released, expired, out }: Counts): Ledger {
  return { ...EMPTY_LEDGER, given, settled, released, expired, out };
}

/** What is wrong with the books; undefined when they balance. */
export function imbalance(ledger: Counts): string | undefined {
  const { known, parked, waiting, leased, atRest } = ledger;
  const resting = Object.values(atRest).reduce((sum, urls) => sum + urls, 0);
  if (known !== parked + waiting + leased + resting) {
    return `known ${known} is not parked ${parked} + waiting ${waiting} + leased ${leased} + at rest ${resting}`;
  }
  const { given, settled, released, expired, out } = ledger;
  if (given !== settled + released + expired + out) {
    return `given ${given} is not settled ${settled} + released ${released} + expired ${expired} + out ${out}`;
  }
  const least = Math.min(known, parked, waiting, leased, out, resting);
  return least < 0 ? `a count is below zero: ${least}` : undefined;
}
