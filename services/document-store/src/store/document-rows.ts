import {
  type Condition,
  insert,
  matches,
  type Part,
  replace,
  type Store,
  type Write,
} from '@mayfly/store';
import { type UrlId } from '@mayfly/url';
import type { AttemptEnd, AttemptRecord, VersionRecord } from '../core/attempt-end.ts';
import { attemptName, type Known, urlName } from '../core/plan-batch.ts';
import type { DocumentChange, Documents, KnownDocument } from '../core/ports.ts';
import { allApplied } from './all-applied.ts';
import { attemptOf, attemptRow, attemptsTable } from './attempts-table.ts';
import { documentRow, documentsTable, stateOf } from './documents-table.ts';
import { versionOf, versionRow, versionsTable } from './versions-table.ts';

const SHOWN_ATTEMPTS = 10;
/** How many URLs' attempts are read at a time: each is a range of its own. */
const RANGES_AT_ONCE = 32;

/** Rows of one URL have its id as partition key, so that all of a change is written or nothing. */
export class DocumentRows implements Documents {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async known(ends: readonly AttemptEnd[]): Promise<Known> {
    const urls = new Map(ends.map((end) => [urlName(end), { urlId: end.id }]));
    const attempts = new Map(
      ends.map((end) => [attemptName(end), { urlId: end.id, attempt: end.attempt }]),
    );
    const [documentRows, attemptRows] = await Promise.all([
      this.#store.getMany(documentsTable, [...urls.values()]),
      this.#store.getMany(attemptsTable, [...attempts.values()]),
    ]);
    return {
      states: found([...urls.keys()], documentRows, stateOf),
      records: found([...attempts.keys()], attemptRows, attemptOf),
    };
  }

  async write(changes: readonly DocumentChange[]): Promise<boolean> {
    return allApplied(await this.#store.write(changes.map(partOf)));
  }

  async find(ids: readonly UrlId[]): Promise<readonly KnownDocument[]> {
    const rows = await this.#store.getMany(
      documentsTable,
      ids.map((urlId) => ({ urlId })),
    );
    const latestKeys = rows.flatMap((row) =>
      row === undefined || row.versions === 0 ? [] : { urlId: row.urlId, number: row.versions },
    );
    const latest = await this.#store.getMany(versionsTable, latestKeys);
    const versions = found(latestKeys.map(urlIdName), latest, versionOf);
    const attempts = await this.#lastAttempts(rows.map((row) => row?.urlId));
    return rows.map((row, at) => ({
      latest: row === undefined ? undefined : versions.get(urlIdName(row)),
      attempts: attempts[at]!,
      seenMs: row?.seenMs,
    }));
  }

  async versions(
    id: UrlId,
    { limit, before }: { readonly limit: number; readonly before: number | undefined },
  ): Promise<readonly VersionRecord[]> {
    const { rows } = await this.#store.page(versionsTable, {
      ...{ prefix: [id], reverse: true, limit },
      ...(before === undefined ? {} : { to: [before] }),
    });
    return rows.map(versionOf);
  }

  async #lastAttempts(
    ids: readonly (Uint8Array | undefined)[],
  ): Promise<readonly (readonly AttemptRecord[])[]> {
    const attempts: (readonly AttemptRecord[])[] = [];
    for (let at = 0; at < ids.length; at += RANGES_AT_ONCE) {
      const some = ids.slice(at, at + RANGES_AT_ONCE);
      attempts.push(...(await Promise.all(some.map((id) => this.#attemptsOf(id)))));
    }
    return attempts;
  }

  async #attemptsOf(id: Uint8Array | undefined): Promise<readonly AttemptRecord[]> {
    if (id === undefined) return [];
    const selection = { prefix: [id], reverse: true, limit: SHOWN_ATTEMPTS };
    const { rows } = await this.#store.page(attemptsTable, selection);
    return rows.map(attemptOf);
  }
}

function partOf(change: DocumentChange): Part {
  const { id, before, after, attempts, versions } = change;
  const writes: Write[] = [
    ...attempts.map((attempt) => insert(attemptsTable, attemptRow(id, attempt))),
    ...versions.map((version) => insert(versionsTable, versionRow(id, version))),
  ];
  if (before === undefined) {
    return { writes: [insert(documentsTable, documentRow(change)), ...writes] };
  }
  // Every attempt that is not late raises the last attempt, so these two columns say whether anything came between.
  const isUnmoved = { lastAttempt: before.lastAttempt, versions: before.versions };
  if (after === before) {
    const conditions: Condition[] = [matches(documentsTable, { urlId: id }, isUnmoved)];
    return { writes, conditions };
  }
  const moved = replace(documentsTable, documentRow(change), { matches: isUnmoved });
  return { writes: [moved, ...writes] };
}

function found<Row, Value>(
  names: readonly string[],
  rows: readonly (Row | undefined)[],
  toValue: (row: Row) => Value,
): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  rows.forEach((row, at) => {
    if (row !== undefined) values.set(names[at]!, toValue(row));
  });
  return values;
}

function urlIdName({ urlId }: { readonly urlId: Uint8Array }): string {
  return urlName({ id: urlId as UrlId });
}
