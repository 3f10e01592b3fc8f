/** The counts of one crawl, in one bucket or in all. */
export interface Ledger {
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
  /** By rule. */
  readonly refused: Readonly<Record<string, number>>;
}

export const EMPTY_LEDGER: Ledger = {
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
  refused: {},
};

const COUNTS = [
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

/** Both together, or with −1 what is left when the second is taken away. */
export function addLedgers(one: Ledger, other: Ledger, sign: 1 | -1 = 1): Ledger {
  const sum: Record<string, unknown> = {
    atRest: addCounts(one.atRest, other.atRest, sign),
    refused: addCounts(one.refused, other.refused, sign),
  };
  for (const count of COUNTS) sum[count] = one[count] + sign * other[count];
  return sum as unknown as Ledger;
}

export function addCounts(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
  sign: 1 | -1 = 1,
): Record<string, number> {
  const sum: Record<string, number> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const now = (sum[name] ?? 0) + sign * value;
    if (now === 0) delete sum[name];
    else sum[name] = now;
  }
  return sum;
}

/** What stays of a ledger when its crawl is gone: the leases, since attempts were made and recorded under them. */
export function onlyLeases({ given, settled, released, expired, out }: Ledger): Ledger {
  return { ...EMPTY_LEDGER, given, settled, released, expired, out };
}

/** What is wrong with the books; undefined when they balance. */
export function imbalance(ledger: Ledger): string | undefined {
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
