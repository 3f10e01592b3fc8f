import { openDataFolder } from '@mayfly/data-folder';
import { defineTable, insert, matches, number, openLmdbStore, replace, text } from '@mayfly/store';

const hostsTable = defineTable({
  name: 'hosts',
  format: 1,
  columns: { bucket: number(), host: text(), nextAllowedMs: number(), owner: text().optional() },
  key: ['bucket', 'host'],
  partition: 1,
  indexes: { due: ['bucket', 'nextAllowedMs'] },
});

export async function example(path: string) {
  const folder = await openDataFolder(path);
  const store = await openLmdbStore({ folder, tables: [hostsTable] });

  const a = { bucket: 7, host: 'a.test', nextAllowedMs: 1_000 };
  const b = { bucket: 7, host: 'b.test', nextAllowedMs: 500 };
  await store.write([{ writes: [insert(hostsTable, a), insert(hostsTable, b)] }]);

  const take = (owner: string) => ({
    writes: [replace(hostsTable, { ...a, owner }, { matches: { owner: undefined } })],
    conditions: [matches(hostsTable, { bucket: 7, host: 'b.test' }, { nextAllowedMs: 500 })],
  });
  const [first, second] = await store.write([take('me'), take('you')]);

  const due = await store.page(hostsTable, { index: 'due', prefix: [7], to: [2_000], limit: 10 });
  await store.close();
  await folder.close();
  return { first: first?.outcome, second: second?.outcome, due: due.rows.map(({ host }) => host) };
}
