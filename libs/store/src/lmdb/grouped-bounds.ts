import type { GroupedBound, GroupedRange } from '@mayfly/data-folder';
import { type Bound, encodeBound, type Range } from '../port/bounds.ts';
import type { LmdbIndex } from './lmdb-table.ts';

/** The range in the tree of an index. */
export function groupedBounds(
  { groupColumns }: LmdbIndex,
  { lower, upper, reverse, limit }: Range,
): GroupedRange {
  const isOpen = lower.values.length === 0 && !lower.after;
  const to = boundIn(groupColumns, upper);
  const ends = { to, reverse, limit };
  return isOpen ? ends : { from: boundIn(groupColumns, lower), ...ends };
}

function boundIn(groupColumns: number, { values, after }: Bound): GroupedBound {
  if (values.length <= groupColumns) return { group: encodeBound({ values, after }) };
  const group = encodeBound({ values: values.slice(0, groupColumns), after: false });
  return { group, member: encodeBound({ values: values.slice(groupColumns), after }) };
}
