import { demandAt, findPrice, type SourceColumns } from './price-search.ts';
import { pricedColumns } from './price-plan.ts';
import type { RateColumns } from './rate-columns.ts';

/** The price of all, and those of hosts that are asked as often as they may be. */
export interface HostPrices {
  readonly price: number;
  readonly hosts: ReadonlyMap<number, number>;
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
  }: { host: ArrayLike<number>; limits: ReadonlyMap<number, number>; rate: number },
): HostPrices {
  const all = pricedColumns(rates);
  const groups = new Map([...limits.keys()].map((one) => [one, groupOf(all, host, one)]));
  const hosts = new Map<number, number>();
  const free: SourceColumns = { ...all, limit: all.limit.slice() };
  let left = rate;
  for (;;) {
    const price = left > 0 ? findPrice(free, left).high : Infinity;
    const full = [...groups].filter(
      ([one, group]) => !hosts.has(one) && demandAt(group, price) > limits.get(one)!,
    );
    if (full.length === 0) return { price, hosts };
    for (const [one, group] of full) {
      const limit = limits.get(one)!;
      hosts.set(one, limit > 0 ? findPrice(group, limit).high : Infinity);
      left -= limit;
      for (let i = 0; i < all.count; i += 1) if (host[i] === one) free.limit[i] = 0;
    }
  }
}

function groupOf(all: SourceColumns, host: ArrayLike<number>, one: number): SourceColumns {
  const members: number[] = [];
  for (let i = 0; i < all.count; i += 1) if (host[i] === one) members.push(i);
  const pick = (column: Float64Array) => Float64Array.from(members, (i) => column[i]!);
  return {
    count: members.length,
    weight: pick(all.weight),
    decay: pick(all.decay),
    load: pick(all.load),
    limit: pick(all.limit),
  };
}
