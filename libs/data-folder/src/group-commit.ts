/** One change of one key; no value means removal. The tree is only compared, never used here. */
export interface Write {
  readonly tree: object;
  readonly key: Uint8Array;
  readonly value: Uint8Array | undefined;
  /** The value is to be removed, and others of the same key stay. */
  readonly isMember?: true;
}

/** What the group commit needs of the disk. */
export interface Disk {
  /** Makes all writes visible, or none. */
  inOneTransaction(writes: readonly Write[]): Promise<void>;
  /** Resolves when everything visible now would survive a power cut. */
  flushed(): Promise<void>;
  /** Told once, when nothing can be written any more. */
  failed?(error: unknown): void;
}

interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The writes of one tree that are not committed yet; `byKey` has the last one of each key of the first `known` of them. */
interface TreeWrites {
  readonly writes: Write[];
  readonly byKey: Map<string, Write>;
  known: number;
}

/** A work that has run, without what it was made of: a flush takes long enough for much of that to pile up. */
type Done = readonly (Omit<Waiting, 'work'> & { readonly result: unknown })[];

/**
 * Works that arrive while a transaction is under way run together in the next one and share its flush, so the
 * number of flushes depends on the disk and not on the number of callers. LMDB's own transaction callbacks are not
 * used: the first of a process was seen never to be called. Instead works run here, one after another, and read
 * through what their group has written so far.
 */
export class GroupCommit {
  private readonly disk: Disk;
  private waiting: Waiting[] = [];
  /** The writes of the group under way, in order, and the same by their trees. */
  private writes: Write[] = [];
  private pending = new Map<object, TreeWrites>();
  private running = false;
  private turns: Promise<void> | undefined;
  private readonly flushes = new Set<Promise<void>>();
  private failure: { readonly error: unknown } | undefined;

  constructor(disk: Disk) {
    this.disk = disk;
  }

  commit<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
      this.turns ??= this.takeTurns();
    });
  }

  /** Adds a write to the work that is running. */
  write(write: Write): void {
    if (!this.running) throw new Error('a write outside of commit');
    this.writes.push(write);
    this.remember(write);
  }

  /** The last write of a key that is not committed yet. */
  pendingWrite(tree: object, key: Uint8Array): Write | undefined {
    const own = this.pending.get(tree);
    if (own === undefined) return undefined;
    // Only now: a tree that nobody reads by its keys, as those of indexes, needs no map of what is written to it.
    for (; own.known < own.writes.length; own.known += 1) {
      const write = own.writes[own.known]!;
      own.byKey.set(keyText(write.key), write);
    }
    return own.byKey.get(keyText(key));
  }

  /** Resolves when everything handed in so far is flushed or has failed. */
  async idle(): Promise<void> {
    await this.turns;
    await Promise.allSettled(this.flushes);
  }

  private async takeTurns(): Promise<void> {
    do {
      // One turn of the event loop, so that works of callers who have just been answered meet in the next group too.
      await new Promise(setImmediate);
      await this.takeTurn();
    } while (this.waiting.length > 0);
    this.turns = undefined;
  }

  private async takeTurn(): Promise<void> {
    const done = this.waiting.splice(0).flatMap((waiting) => this.runOne(waiting));
    if (this.writes.length > 0) {
      try {
        await this.disk.inOneTransaction(this.writes);
      } catch (error) {
        this.fail(error);
      }
      this.writes = [];
      // Not cleared: V8 leaves the table of a Map that is cleared as it was, pointing to the next one, and one that got old
      // keeps all writes since then alive.
      this.pending = new Map();
    }
    const answered = this.answerWhenFlushed(done);
    this.flushes.add(answered);
    void answered.finally(() => this.flushes.delete(answered));
  }

  private runOne({ work, resolve, reject }: Waiting): Done {
    if (this.failure !== undefined) {
      reject(this.failure.error);
      return [];
    }
    const before = this.writes.length;
    this.running = true;
    try {
      return [{ resolve, reject, result: work() }];
    } catch (error) {
      this.undoSince(before);
      reject(error);
      return [];
    } finally {
      this.running = false;
    }
  }

  private undoSince(length: number): void {
    if (this.writes.length === length) return;
    this.writes.length = length;
    this.pending.clear();
    for (const write of this.writes) this.remember(write);
  }

  private remember(write: Write): void {
    let own = this.pending.get(write.tree);
    if (own === undefined) {
      own = { writes: [], byKey: new Map<string, Write>(), known: 0 };
      this.pending.set(write.tree, own);
    }
    own.writes.push(write);
  }

  private async answerWhenFlushed(done: Done): Promise<void> {
    try {
      if (this.failure !== undefined) throw this.failure.error;
      await this.disk.flushed();
    } catch (error) {
      this.fail(error);
      for (const { reject } of done) reject(error);
      return;
    }
    for (const { resolve, result } of done) resolve(result);
  }

  private fail(error: unknown): void {
    if (this.failure === undefined) this.disk.failed?.(error);
    this.failure ??= { error };
  }
}

function keyText(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1');
}
