import { open, type Database, type RootDatabase } from 'lmdb';
import { checkKey } from './check-key.ts';
import { FileGrowth, type UsedFile } from './file-growth.ts';
import { GroupCommit, type Write } from './group-commit.ts';
import { GROUPED, type GroupedTree, groupedTree } from './grouped-tree.ts';
import { MappedFile } from './mapped-file.ts';

/** Which keys, in byte order: from (included) to (excluded), or downwards from `to` when reversed. */
export interface Range {
  readonly from?: Uint8Array;
  readonly to?: Uint8Array;
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** An ordered map of byte strings. */
export interface Tree {
  /** The newest value, also one that is written but not committed yet. */
  get(key: Uint8Array): Uint8Array | undefined;
  /** The committed value: what a reader may act on, since a crash of the process cannot take it back. */
  getCommitted(key: Uint8Array): Uint8Array | undefined;
  /** What `read` makes of the committed value, whose bytes are there only while it runs: nothing is copied. */
  readCommitted<T>(key: Uint8Array, read: (value: Uint8Array) => T): T | undefined;
  /** Only inside the work of a `commit`. */
  put(key: Uint8Array, value: Uint8Array): void;
  /** Only inside the work of a `commit`. */
  remove(key: Uint8Array): void;
  /** Committed entries only; the iteration sees one snapshot. */
  range(range: Range): Iterable<{ key: Uint8Array; value: Uint8Array }>;
  /** Committed entries, as LMDB counts them without a scan. */
  count(): number;
}

/** One LMDB file with many trees, and the only way to write to them. */
export interface Environment {
  tree(name: string): Tree;
  groupedTree(name: string): GroupedTree;
  /**
   * Runs the work, all or nothing, after all works handed in before it; resolves with its result when its writes
   * are on disk. Flushes are shared by the works that wait for one. A work that throws changes nothing. When the
   * disk fails, this and every later commit rejects: whether the writes are there is then unknown.
   */
  commit<T>(work: () => T): Promise<T>;
  close(): Promise<void>;
}

const MAX_TREES = 256;
/**
 * The room in the address space that is set aside at once, of which only what is used takes memory. A file that outgrows
 * it is mapped anew, and with every new map the old one stays: pages that are in both count twice.
 */
const MAP_BYTES = 64 * 1024 ** 3;
/**
 * Pages are read one by one: neighbours of a row are seldom wanted next, and Linux keeps in one piece what it read in one
 * piece, which makes it dear to write to (`FileGrowth` tells more). The types of lmdb leave this option out.
 */
const SINGLE_PAGES = { noReadAhead: true };

export function openEnvironment(
  path: string,
  failed: (error: unknown) => void = () => {},
): Environment {
  const root: RootDatabase<Buffer, Buffer> = open({
    path,
    noSubdir: true,
    maxDbs: MAX_TREES,
    mapSize: MAP_BYTES,
    encoding: 'binary',
    keyEncoding: 'binary',
    cache: false,
    ...(SINGLE_PAGES as object),
  });
  const growth = new FileGrowth(path);
  const mapped = new MappedFile(path);
  mapped.watch();
  const commits = new GroupCommit({
    inOneTransaction: (writes) => {
      growth.growAhead(() => root.getStats() as UsedFile);
      return writeTogether(root, writes);
    },
    flushed: () => Promise.resolve(root.flushed).then(() => undefined),
    failed: (error) => void causeOf(error).then(failed),
  });
  const trees = new Map<string, Tree>();
  const groupedTrees = new Map<string, GroupedTree>();
  return {
    groupedTree: (name) => {
      let tree = groupedTrees.get(name);
      if (tree === undefined) {
        tree = groupedTree(root.openDB<Buffer, Buffer>({ name, ...GROUPED }), commits);
        groupedTrees.set(name, tree);
      }
      return tree;
    },
    tree: (name) => {
      let tree = trees.get(name);
      if (tree === undefined) {
        tree = openTree(
          root.openDB<Buffer, Buffer>({
            name,
            encoding: 'binary',
            keyEncoding: 'binary',
            cache: false,
          }),
          commits,
        );
        trees.set(name, tree);
      }
      return tree;
    },
    commit: (work) => commits.commit(work),
    close: async () => {
      await commits.idle();
      mapped.close();
      await root.close();
      growth.close();
    },
  };
}

/** LMDB's own error only points to what happened: a promise that is rejected with it. */
async function causeOf(error: unknown): Promise<unknown> {
  const { commitError } = error as { readonly commitError?: Promise<unknown> };
  const cause: unknown = await commitError?.catch((why: unknown) => why);
  return cause ?? error;
}

/** A batch is one transaction, carried out by LMDB's own thread while this one goes on. */
async function writeTogether(
  root: RootDatabase<Buffer, Buffer>,
  writes: readonly Write[],
): Promise<void> {
  await root.batch(() => {
    for (const { tree, key, value, isMember } of writes) {
      const database = tree as Database<Buffer, Buffer>;
      if (value === undefined) void database.remove(key as Buffer);
      else if (isMember === true) void database.remove(key as Buffer, value as Buffer);
      else void database.put(key as Buffer, value as Buffer);
    }
  });
}

function openTree(database: Database<Buffer, Buffer>, commits: GroupCommit): Tree {
  return {
    get: (key) => {
      const pending = commits.pendingWrite(database, key);
      return pending === undefined ? committed(database, key) : pending.value;
    },
    getCommitted: (key) => committed(database, key),
    readCommitted: (key, read) => {
      const bytes = database.getBinaryFast(key as Buffer);
      return bytes === undefined ? undefined : read(bytes);
    },
    put: (key, value) => commits.write({ tree: database, key: checkKey(key), value }),
    remove: (key) => commits.write({ tree: database, key: checkKey(key), value: undefined }),
    range: (range) => database.getRange(rangeOptions(range)),
    count: () => (database.getStats() as { entryCount: number }).entryCount,
  };
}

/** The bytes that LMDB hands out are overwritten by its next read. A copy of its own making has a block of memory for itself. */
function committed(database: Database<Buffer, Buffer>, key: Uint8Array): Buffer | undefined {
  const bytes = database.getBinaryFast(key as Buffer);
  if (bytes === undefined) return undefined;
  const { length } = bytes;
  const copy = Buffer.allocUnsafe(length);
  copy.set(bytes.subarray(0, length));
  return copy;
}

function rangeOptions({ from, to, reverse = false, limit }: Range) {
  return {
    ...(reverse ? rangeBounds(to, from) : rangeBounds(from, to)),
    reverse,
    ...(reverse ? { exclusiveStart: to !== undefined, inclusiveEnd: true } : {}),
    ...(limit === undefined ? {} : { limit }),
  };
}

function rangeBounds(start: Uint8Array | undefined, end: Uint8Array | undefined) {
  return {
    ...(start === undefined ? {} : { start: start as Buffer }),
    ...(end === undefined ? {} : { end: end as Buffer }),
  };
}
