import type { KeyValue } from '@mayfly/store';

const RANK: Readonly<Record<string, number>> = { number: 0, string: 1, object: 2, boolean: 3 };

/** The order of values in words of its own: type, then value. */
function compareValues(one: KeyValue, other: KeyValue): number {
  const byType = RANK[typeof one]! - RANK[typeof other]!;
  if (byType !== 0) return byType;
  if (typeof one === 'string') {
    return Buffer.compare(Buffer.from(one), Buffer.from(other as string));
  }
  if (one instanceof Uint8Array) {
    return one.length - (other as Uint8Array).length || Buffer.compare(one, other as Uint8Array);
  }
  return one < other ? -1 : Number(one > other);
}

/** The order of keys: value by value; a key that only begins like another comes first. */
export function compareKeys(one: readonly KeyValue[], other: readonly KeyValue[]): number {
  for (const [at, value] of one.entries()) {
    if (at === other.length) return 1;
    const order = compareValues(value, other[at]!);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}
