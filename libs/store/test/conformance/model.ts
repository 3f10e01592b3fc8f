import type { Answer, Condition, KeyValue, Part, Selection, Table, Write } from '@mayfly/store';
import { compareKeys } from './model-order.ts';

type Row = Readonly<Record<string, unknown>>;

/** The port in the plainest words: arrays, searched from end to end. */
export class StoreModel {
  private rows: { readonly table: Table; readonly row: Row }[] = [];

  get(table: Table, key: object): Row | undefined {
    return this.rows.find((entry) => entry.table === table && isAt(table, entry.row, key))?.row;
  }

  write(parts: readonly Part[]): Answer[] {
    return parts.map((part) => this.writePart(part));
  }

  /** All rows of a selection, without regard to pages. */
  select(table: Table, selection: Omit<Selection, 'limit' | 'after'>): Row[] {
    const { index, prefix = [], from = [], to, reverse = false } = selection;
    const columns = index === undefined ? [] : table.indexes[index]!;
    const placeOf = (row: Row) => [...columns, ...table.key].map((name) => row[name] as KeyValue);
    const isIn = (row: Row): boolean => {
      const place = placeOf(row);
      if (columns.some((name) => row[name] === undefined)) return false;
      if (compareKeys(place.slice(0, prefix.length), prefix) !== 0) return false;
      if (compareKeys(place, [...prefix, ...from]) < 0) return false;
      return to === undefined || compareKeys(place, [...prefix, ...to]) < 0;
    };
    const found = this.rows.filter((entry) => entry.table === table && isIn(entry.row));
    const sorted = found
      .map(({ row }) => row)
      .sort((one, other) => compareKeys(placeOf(one), placeOf(other)));
    return reverse ? sorted.reverse() : sorted;
  }

  private writePart({ writes, conditions = [] }: Part): Answer {
    for (const [condition, each] of conditions.entries()) {
      const expected = this.unmetBy(each);
      if (expected !== undefined) return refused(each.table, each.key, expected, { condition });
    }
    for (const [write, each] of writes.entries()) {
      const key = each.kind === 'remove' ? each.key : each.row;
      const expected = this.unmetByWrite(each, key);
      if (expected !== undefined) return refused(each.table, key, expected, { write });
    }
    for (const each of writes) {
      const key = each.kind === 'remove' ? each.key : each.row;
      const others = this.rows.filter(
        ({ table, row }) => table !== each.table || !isAt(table, row, key),
      );
      const put = each.kind === 'remove' ? [] : [{ table: each.table, row: each.row as Row }];
      this.rows = [...others, ...put];
    }
    return { outcome: 'applied' };
  }

  private unmetBy(condition: Condition): Expected | undefined {
    const row = this.get(condition.table, condition.key);
    if (condition.kind === 'matches') return isMatch(row, condition.matches) ? undefined : 'match';
    return (condition.kind === 'present') === (row !== undefined) ? undefined : condition.kind;
  }

  private unmetByWrite(write: Write, key: object): Expected | undefined {
    const row = this.get(write.table, key);
    const expected = 'matches' in write ? write.matches : undefined;
    if (expected !== undefined) return isMatch(row, expected) ? undefined : 'match';
    if (write.kind === 'insert') return row === undefined ? undefined : 'absent';
    return write.kind === 'replace' && row === undefined ? 'present' : undefined;
  }
}

type Expected = 'absent' | 'present' | 'match';
type At = { readonly condition: number } | { readonly write: number };

function refused(table: Table, of: object, expected: Expected, at: At): Answer {
  const key = Object.fromEntries(table.key.map((name) => [name, (of as Row)[name]]));
  return { outcome: 'refused', why: { table: table.name, key, expected, at } };
}

function isAt(table: Table, row: Row, key: object): boolean {
  return table.key.every((name) => isEqual(row[name], (key as Row)[name]));
}

function isMatch(row: Row | undefined, matches: object): boolean {
  if (row === undefined) return false;
  return Object.entries(matches).every(([name, value]) => isEqual(row[name], value));
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array) {
    return Buffer.compare(one, other) === 0;
  }
  return one === other;
}
