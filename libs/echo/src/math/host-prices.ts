import { planBetween, pricedColumns } from './price-plan.ts';
import { demandAt, findPrice, type SourceColumns } from './price-search.ts';
import type { RateColumns, Schedule } from './rate-columns.ts';

/** The price of all, and those of hosts that are asked as often as they may be. */
export interface HostPrices {
  readonly price: number;
  readonly hosts: ReadonlyMap<number, number>;
  /** What is planned at these prices, all sources together. */
  readonly total: PlannedTotal;
}

/** What the schedules of many sources come to; sources with an interval are kept. */
export interface PlannedTotal {
  readonly kept: number;
  readonly sourceRate: number;
  readonly pageRate: number;
  readonly profit: number;
}

/**
 * Prices under limits of hosts. A host that would be asked too often gets a price of its own, at which it is asked just
 * often enough; what that frees goes to the others, so their price falls, and more hosts may reach their limit.
 */
export function hostPrices(
  rates: RateColumns,
  {
    host,
    limits,
    rate,
    shortest = 0,
  }: {
    readonly host: ArrayLike<number>;
    readonly limits: ReadonlyMap<number, number>;
    readonly rate: number;
    readonly shortest?: number;
  },
): HostPrices {
  const all = pricedColumns(rates, shortest);
  const groups = new Map([...limits.keys()].map((one) => [one, groupOf(all, host, one)]));
  const hosts = new Map<number, number>();
  const schedules: Schedule[] = [];
  const free: SourceColumns = { ...all, limit: all.limit.slice() };
  let left = rate;
  for (;;) {
    const bracket = left > 0 ? findPrice(free, left) : NOTHING;
    const price = bracket.high;
    const full = [...groups].filter(
      ([one, group]) => !hosts.has(one) && demandAt(group, price) > limits.get(one)!,
    );
    if (full.length === 0) {
      return { price, hosts, total: totalOf([planBetween(free, bracket, left), ...schedules]) };
    }
    for (const [one, group] of full) {
      const limit = limits.get(one)!;
      const own = limit > 0 ? findPrice(group, limit) : NOTHING;
      hosts.set(one, own.high);
      schedules.push(planBetween(group, own, limit));
      left -= limit;
      for (let i = 0; i < all.count; i += 1) if (host[i] === one) free.limit[i] = 0;
    }
  }
}

/** Where nothing may be asked for no price is high enough. */
const NOTHING = { low: Infinity, high: Infinity, most: 0, least: 0 } as const;

function totalOf(schedules: readonly Schedule[]): PlannedTotal {
  const total = { kept: 0, sourceRate: 0, pageRate: 0, profit: 0 };
  for (const { intervals, sourceRate, pageRate, profit } of schedules) {
    for (const interval of intervals) if (interval < Infinity) total.kept += 1;
    total.sourceRate += sourceRate;
    total.pageRate += pageRate;
    total.profit += profit;
  }
  return total;
}

function groupOf(all: SourceColumns, host: ArrayLike<number>, one: number): SourceColumns {
  const members: number[] = [];
  for (let i = 0; i < all.count; i += 1) if (host[i] === one) members.push(i);
  const pick = (column: Float64Array) => Float64Array.from(members, (i) => column[i]!);
  return {
    ...all,
    count: members.length,
    weight: pick(all.weight),
    decay: pick(all.decay),
    load: pick(all.load),
    limit: pick(all.limit),
  };
}
