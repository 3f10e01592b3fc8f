import {
  bigint,
  bytes,
  type Condition,
  defineTable,
  flag,
  json,
  type KeyValue,
  number,
  type Part,
  type Selection,
  type Table,
  text,
  type Write,
} from '@mayfly/store';
import fc from 'fast-check';

export const pairsTable = defineTable({
  name: 'pairs',
  format: 1,
  columns: {
    bucket: number(),
    host: text(),
    next: number().optional(),
    raw: bytes().optional(),
    on: flag().optional(),
    count: bigint().optional(),
    note: json<unknown>().optional(),
  },
  key: ['bucket', 'host'],
  partition: 1,
  indexes: { byNext: ['bucket', 'next'], byRaw: ['on', 'raw'], byHost: ['host'] },
});

/** The kinds of key that the other has not. */
export const oddsTable = defineTable({
  name: 'odds',
  format: 1,
  columns: { bucket: number(), raw: bytes(), on: flag(), word: text().optional() },
  key: ['bucket', 'raw', 'on'],
  partition: 1,
  indexes: { byWord: ['word', 'on'] },
});

export const singlesTable = defineTable({
  name: 'singles',
  format: 1,
  columns: { bucket: number(), word: text().optional() },
  key: ['bucket'],
  partition: 1,
  indexes: { byWord: ['word'], byBoth: ['word', 'bucket'] },
});

/** One thing to do to the store and to the model. */
export type Command =
  | { readonly kind: 'write'; readonly parts: readonly Part[] }
  | { readonly kind: 'read'; readonly table: Table; readonly keys: readonly object[] }
  | { readonly kind: 'walk'; readonly table: Table; readonly selection: Selection }
  | { readonly kind: 'reopen' };

const NUMBERS = [0, -1.5, 7, Infinity, -Infinity, 5e-324, 2 ** 53, -(2 ** 40)];
const TEXTS = ['', 'a', 'a\0', 'ab', '\uffee', '\u{1F600}'];
const BYTES = [[], [0], [255], [0, 0], [1, 2, 3]].map((of) => Uint8Array.from(of));
const BIGINTS = [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)];

/** Few values of each kind, so that random commands meet each other's rows. */
const valueOf = {
  number: fc.constantFrom(...NUMBERS),
  text: fc.constantFrom(...TEXTS),
  bytes: fc.constantFrom(...BYTES),
  flag: fc.boolean(),
  bigint: fc.constantFrom(...BIGINTS),
  json: fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
};

const tables = fc.constantFrom<Table>(pairsTable, oddsTable, singlesTable);
const buckets = fc.constantFrom(0, -1.5, Infinity);

function record(table: Table, names: readonly string[], optional: boolean): fc.Arbitrary<object> {
  const fields = names.map((name) => [name, valueOf[table.columns[name]!.kind]] as const);
  const requiredKeys = optional ? [] : [...names];
  return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true });
}

const keyIn = (table: Table, bucket: number) =>
  record(table, table.key, false).map((key) => ({ ...key, bucket }));

const columnsBeside = (table: Table) =>
  Object.keys(table.columns).filter((name) => !table.key.includes(name));

const rowIn = (table: Table, bucket: number) =>
  fc
    .tuple(keyIn(table, bucket), record(table, columnsBeside(table), true))
    .map(([key, rest]) => ({ ...key, ...rest }));

const matchesIn = (table: Table) => {
  const scalars = columnsBeside(table).filter((name) => table.columns[name]!.kind !== 'json');
  return fc
    .subarray(scalars, { maxLength: Math.min(2, scalars.length) })
    .chain((names) => record(table, names, false))
    .chain((values) =>
      fc.boolean().map((isAbsent) => {
        const [name] = Object.keys(values);
        return isAbsent && name !== undefined ? { ...values, [name]: undefined } : values;
      }),
    );
};

const writeIn = (bucket: number): fc.Arbitrary<Write> =>
  tables.chain((table) =>
    fc.oneof(
      {
        weight: 3,
        arbitrary: rowIn(table, bucket).map((row) => ({ kind: 'put', table, row }) as const),
      },
      rowIn(table, bucket).map((row) => ({ kind: 'insert', table, row }) as const),
      rowIn(table, bucket).map((row) => ({ kind: 'replace', table, row }) as const),
      fc.tuple(rowIn(table, bucket), matchesIn(table)).map(([row, matches]) => {
        return { kind: 'replace', table, row, matches } as const;
      }),
      keyIn(table, bucket).map((key) => ({ kind: 'remove', table, key }) as const),
      fc.tuple(keyIn(table, bucket), matchesIn(table)).map(([key, matches]) => {
        return { kind: 'remove', table, key, matches } as const;
      }),
    ),
  );

const conditionIn = (bucket: number): fc.Arbitrary<Condition> =>
  tables.chain((table) =>
    fc.oneof(
      keyIn(table, bucket).map((key) => ({ kind: 'absent', table, key }) as const),
      keyIn(table, bucket).map((key) => ({ kind: 'present', table, key }) as const),
      fc.tuple(keyIn(table, bucket), matchesIn(table)).map(([key, matches]) => {
        return { kind: 'matches', table, key, matches } as const;
      }),
    ),
  );

function rowName({ table, ...write }: Write): string {
  const of = (write.kind === 'remove' ? write.key : write.row) as Record<string, unknown>;
  return [table.name, ...table.key.map((name) => JSON.stringify([of[name]]))].join();
}

const part: fc.Arbitrary<Part> = buckets.chain((bucket) =>
  fc.record({
    writes: fc.uniqueArray(writeIn(bucket), { maxLength: 4, selector: rowName }),
    conditions: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      fc.array(conditionIn(bucket), { maxLength: 2 }),
    ),
  }),
);

const selectionOf = (table: Table): fc.Arbitrary<Selection> =>
  fc.constantFrom(undefined, ...Object.keys(table.indexes)).chain((index) => {
    const columns = index === undefined ? table.key : table.indexes[index]!;
    const place = fc.tuple(
      ...columns.map((name) => valueOf[table.columns[name]!.kind] as fc.Arbitrary<KeyValue>),
    );
    const size = fc.integer({ min: 0, max: columns.length });
    return fc
      .record({
        a: place,
        b: place,
        shared: size,
        to: fc.boolean(),
        reverse: fc.boolean(),
        limit: fc.integer({ min: 1, max: 5 }),
      })
      .map(({ a, b, shared, to, reverse, limit }) => ({
        ...(index === undefined ? {} : { index }),
        prefix: a.slice(0, shared),
        from: a.slice(shared),
        ...(to ? { to: b.slice(shared) } : {}),
        reverse,
        limit,
      }))
      .chain((selection) =>
        fc.boolean().map((all) => (all ? { ...selection, from: [] } : selection)),
      );
  });

/** Any command; writes most of all. */
export const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('write' as const),
        parts: fc.array(part, { minLength: 1, maxLength: 4 }),
      }),
    },
    {
      weight: 3,
      arbitrary: tables.chain((table) =>
        fc.record({
          kind: fc.constant('read' as const),
          table: fc.constant(table),
          keys: fc.array(
            buckets.chain((bucket) => keyIn(table, bucket)),
            { maxLength: 5 },
          ),
        }),
      ),
    },
    {
      weight: 6,
      arbitrary: tables.chain((table) =>
        fc.record({
          kind: fc.constant('walk' as const),
          table: fc.constant(table),
          selection: selectionOf(table),
        }),
      ),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'reopen' as const }) },
  ),
  { minLength: 10, maxLength: 60, size: 'max' },
);
