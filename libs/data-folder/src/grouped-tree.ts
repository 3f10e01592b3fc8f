import type { Database } from 'lmdb';
import { checkKey } from './check-key.ts';
import type { GroupCommit } from './group-commit.ts';

/** A point among entries: right before a group, or before a member in a group. */
export interface GroupedBound {
  readonly group: Uint8Array;
  readonly member?: Uint8Array;
}

/** Which entries: from (included) to (excluded), or downwards from `to` when reversed. */
export interface GroupedRange {
  readonly from?: GroupedBound;
  readonly to?: GroupedBound;
  readonly reverse?: boolean;
  readonly limit: number;
}

/**
 * Takes an entry, group and member in one, and how much of it is the group. The bytes are there only until the next.
 */
export type TakeEntry = (entry: Buffer, groupBytes: number) => void;

/**
 * An ordered set of pairs of byte strings: by group, then by member. What the members of a group share is kept once, and
 * those of a large group have pages for themselves, so that pages are full where members come in their order.
 */
export interface GroupedTree {
  /** Only inside the work of a `commit`. A member that is empty must be the only one of its group: LMDB takes no second. */
  add(group: Uint8Array, member: Uint8Array): void;
  /** Only inside the work of a `commit`. */
  remove(group: Uint8Array, member: Uint8Array): void;
  /** Committed entries only. */
  read(range: GroupedRange, take: TakeEntry): void;
}

/** LMDB's way to have many values of one key, in order; both may be as long as a key. */
export const GROUPED = {
  encoding: 'binary',
  keyEncoding: 'binary',
  cache: false,
  dupSort: true,
  // Without one, values cannot be looked for by where they begin.
  encoder: {
    encode: (value: Buffer) => value,
    decode: (bytes: Buffer, length: number) => bytes.subarray(0, length),
    writeKey: (key: Buffer | undefined, target: Buffer, at: number) => {
      if (key === undefined) return at;
      target.set(key, at);
      return at + key.length;
    },
  },
} as const;

export function groupedTree(database: Database<Buffer, Buffer>, commits: GroupCommit): GroupedTree {
  return {
    add: (group, member) =>
      commits.write({ tree: database, key: checkKey(group), value: checkKey(member) }),
    remove: (group, member) => {
      const entryOf = { key: checkKey(group), value: checkKey(member) };
      commits.write({ tree: database, ...entryOf, isMember: true });
    },
    read: (range, take) => new Reading(database, range.limit, take).read(range),
  };
}

interface Bounds<T> {
  readonly from?: T | undefined;
  readonly to?: T | undefined;
  readonly reverse: boolean;
}

const MOST_ENTRY_BYTES = 4_096;
/** What is handed out, one after another. */
const entry = Buffer.alloc(MOST_ENTRY_BYTES);

class Reading {
  private readonly database: Database<Buffer, Buffer>;
  private readonly take: TakeEntry;
  private left: number;

  constructor(database: Database<Buffer, Buffer>, limit: number, take: TakeEntry) {
    this.database = database;
    this.left = limit;
    this.take = take;
  }

  /** The rest of the group where the range begins, whole groups, and the beginning of the group where it ends. */
  read({ from, to, reverse = false }: GroupedRange): void {
    const order = from && to ? Buffer.compare(from.group, to.group) : -1;
    if (order > 0) return;
    if (order === 0) {
      // A point before the whole group has nothing of it before it.
      if (to?.member === undefined) return;
      this.members(to.group, { from: from?.member, to: to.member, reverse });
      return;
    }
    const parts = [
      () => from?.member && this.members(from.group, { from: from.member, reverse }),
      () => this.groups({ from, to, reverse }),
      () => to?.member && this.members(to.group, { to: to.member, reverse }),
    ];
    for (const part of reverse ? parts.reverse() : parts) if (this.left > 0) part();
  }

  private members(group: Uint8Array, bounds: Bounds<Uint8Array>): void {
    const { from, to } = bounds;
    if (from && to && Buffer.compare(from, to) >= 0) return;
    entry.set(group);
    const options = { ...boundsOf(bounds), limit: this.left };
    for (const member of this.database.getValues(group as Buffer, options)) {
      this.taken(group.length, member);
    }
  }

  private groups({ from, to, reverse }: Bounds<GroupedBound>): void {
    const first = from?.member === undefined ? from?.group : justAfter(from.group);
    const bounds = { from: first, to: to?.group, reverse };
    for (const { key, value } of this.database.getRange({
      ...boundsOf(bounds),
      limit: this.left,
    })) {
      entry.set(key);
      this.taken(key.length, value);
    }
  }

  private taken(groupBytes: number, member: Uint8Array): void {
    entry.set(member, groupBytes);
    this.left -= 1;
    this.take(entry.subarray(0, groupBytes + member.length), groupBytes);
  }
}

/** The first of all keys that sort after a key. */
function justAfter(key: Uint8Array): Buffer {
  return Buffer.concat([key, Buffer.of(0)]);
}

function boundsOf({ from, to, reverse }: Bounds<Uint8Array>) {
  const [start, end] = (reverse ? [to, from] : [from, to]) as (Buffer | undefined)[];
  return {
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    reverse,
    ...(reverse ? { exclusiveStart: to !== undefined, inclusiveEnd: true } : {}),
  };
}
