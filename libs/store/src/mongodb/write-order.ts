import { type CheckedPart, partitionName } from '../port/check-part.ts';
import type { TableShape } from '../port/table-shape.ts';
import { isBulkable, onlyWrite } from './single-write.ts';

/** Parts that may run at the same time, by their positions: bulks of one table each, and parts that run alone. */
export interface Round {
  readonly bulks: ReadonlyMap<TableShape, readonly number[]>;
  readonly alone: readonly number[];
}

const MAX_BULK_PARTS = 1_000;

/**
 * Parts of different partition keys at the same time, those of one key in their order. Leading puts and inserts of a key
 * share a bulk, which keeps their order; a part that needs more waits for those before it and runs alone.
 */
export function* roundsOf(parts: readonly CheckedPart[]): Iterable<Round> {
  const lanes = [...Map.groupBy(parts.keys(), (at) => partitionName(parts[at]!)).values()];
  let waiting = lanes;
  while (waiting.length > 0) {
    const bulks = new Map<TableShape, number[]>();
    const alone: number[] = [];
    for (const lane of waiting) takeFrom(lane, parts, { bulks, alone });
    yield { bulks, alone };
    waiting = waiting.filter((lane) => lane.length > 0);
  }
}

function takeFrom(
  lane: number[],
  parts: readonly CheckedPart[],
  { bulks, alone }: { bulks: Map<TableShape, number[]>; alone: number[] },
): void {
  const table = bulkTable(parts[lane[0]!]!);
  if (table === undefined) {
    alone.push(lane.shift()!);
    return;
  }
  const bulk = bulks.get(table) ?? [];
  bulks.set(table, bulk);
  while (lane.length > 0 && bulkTable(parts[lane[0]!]!) === table) {
    if (bulk.length === MAX_BULK_PARTS) return;
    bulk.push(lane.shift()!);
  }
}

function bulkTable(part: CheckedPart): TableShape | undefined {
  const write = onlyWrite(part);
  return write !== undefined && isBulkable(write) ? write.shape : undefined;
}
