import type { Environment, Tree } from '@mayfly/data-folder';
import type { Outgoing } from '../outgoing.ts';
import type { Arrived } from '../runner/arrived.ts';
import { decodeBlock, encodeBlocks } from './block.ts';
import { blockKey, decodePair, encodePair, positionOf } from './log-keys.ts';
import type { LogRecord } from './record.ts';

/** What an append needs of a message. */
export type ToAppend = Pick<Outgoing, 'key' | 'payload' | 'headers' | 'bytes' | 'partition'>;

/** Next position and bytes so far of each partition that an append has changed. */
export type NewEnds = ReadonlyMap<number, readonly [number, number]>;

/** Blocks that nobody needs any more. */
export interface OldBlocks {
  readonly firsts: readonly number[];
  readonly start: number;
}

interface Edge {
  /** Positions from `start` on are there; before it they were trimmed. */
  start: number;
  /** Positions before `end` are durable; readers see no further. */
  end: number;
  /** Bytes ever appended before `end`. */
  bytes: number;
}

/** One append-only stream with its partitions. Its writes belong into the work of a commit. */
export class Log {
  readonly name: string;
  readonly partitions: number;
  private readonly blocks: Tree;
  private readonly edges: Tree;
  private readonly durable: Edge[];
  private readonly waiting = new Map<number, Set<() => void>>();

  constructor(environment: Environment, name: string, partitions: number) {
    this.name = name;
    this.partitions = partitions;
    this.blocks = environment.tree(`log ${name}`);
    this.edges = environment.tree('log-edges');
    this.durable = Array.from({ length: partitions }, (_, partition) => {
      const [end, bytes] = decodePair(this.edges.get(this.endKey(partition)));
      const [start] = decodePair(this.edges.get(this.startKey(partition)));
      return { start, end, bytes };
    });
  }

  /** Only inside the work of a commit; call `show` with the answer once that commit is durable. */
  append(messages: readonly ToAppend[], nowMs: number): NewEnds {
    const ends = new Map<number, readonly [number, number]>();
    for (const [partition, own] of byPartition(messages)) {
      const [position, before] = decodePair(this.edges.get(this.endKey(partition)));
      let bytesBefore = before;
      const entries = own.map(({ key, payload, headers, bytes }) => {
        const entry = { key, payload, headers, publishedMs: nowMs, bytesBefore };
        bytesBefore += bytes;
        return entry;
      });
      for (const { first, bytes } of encodeBlocks(position, entries)) {
        this.blocks.put(blockKey(partition, first), bytes);
      }
      const end = [position + own.length, bytesBefore] as const;
      this.edges.put(this.endKey(partition), encodePair(...end));
      ends.set(partition, end);
    }
    return ends;
  }

  /** Lets readers see what has become durable, and wakes those that wait for it. */
  show(ends: NewEnds): void {
    for (const [partition, [end, bytes]] of ends) {
      const edge = this.edge(partition);
      if (end <= edge.end) continue;
      edge.end = end;
      edge.bytes = bytes;
      for (const wake of this.waiting.get(partition) ?? []) wake();
    }
  }

  /** Records from a position on, at most so many; at least one where there is any. */
  read(
    partition: number,
    from: number,
    limit: { readonly messages: number; readonly bytes: number },
  ): readonly Arrived[] {
    const { start, end } = this.edge(partition);
    const read: Arrived[] = [];
    let bytes = 0;
    for (const { arrived } of this.records(partition, Math.max(from, start), end)) {
      bytes += arrived.bytes;
      if (read.length > 0 && bytes > limit.bytes) break;
      read.push(arrived);
      if (read.length >= limit.messages) break;
    }
    return read;
  }

  /** Resolves when there is something at the position, or with the signal. */
  async arrival(partition: number, position: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.edge(partition).end > position) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    let wakers = this.waiting.get(partition);
    if (wakers === undefined) this.waiting.set(partition, (wakers = new Set()));
    const wake = () => resolve();
    wakers.add(wake);
    signal.addEventListener('abort', wake, { once: true });
    try {
      await promise;
    } finally {
      wakers.delete(wake);
      signal.removeEventListener('abort', wake);
    }
  }

  start(partition: number): number {
    return this.edge(partition).start;
  }

  /** What is behind a position: how much, and the first of it. */
  behind(partition: number, position: number) {
    const { start, end, bytes } = this.edge(partition);
    const from = Math.max(position, start);
    const [first] = this.records(partition, from, Math.min(end, from + 1));
    if (first === undefined) return { messages: 0, bytes: 0, first };
    return { messages: end - from, bytes: bytes - first.bytesBefore, first: first.arrived };
  }

  /** The first blocks that lie wholly before the position, at most so many, and where the log starts without them. */
  blocksBefore(partition: number, position: number, most: number): OldBlocks {
    const { start, end } = this.edge(partition);
    const range = { from: blockKey(partition, start), to: blockKey(partition, position + 1) };
    const firsts: number[] = [];
    for (const { key } of this.blocks.range({ ...range, limit: most + 1 })) {
      firsts.push(positionOf(key));
    }
    // Where the last one ends is not known, unless all that is shown ends there. One that begins at the position
    // is never old: an append is in the tree before its flush ends and it is shown.
    const last = firsts.at(-1) ?? start;
    const isWhole = firsts.length <= most && position >= end && last < position;
    const kept = isWhole ? position : (firsts.pop() ?? start);
    return { firsts, start: Math.max(start, kept) };
  }

  /** Readers start no earlier from now on. */
  showStart(partition: number, start: number): void {
    this.edge(partition).start = start;
  }

  /** Only inside the work of a commit. */
  remove(partition: number, { firsts, start }: OldBlocks): void {
    for (const first of firsts) this.blocks.remove(blockKey(partition, first));
    this.edges.put(this.startKey(partition), encodePair(start, 0));
  }

  private *records(partition: number, from: number, end: number): Iterable<LogRecord> {
    if (from >= end) return;
    const first = this.blockOf(partition, from);
    const range = { from: blockKey(partition, first), to: blockKey(partition, end) };
    for (const { key, value } of this.blocks.range(range)) {
      yield* decodeBlock(positionOf(key), value, from);
    }
  }

  /** The first position of the block that holds a position. */
  private blockOf(partition: number, position: number): number {
    const range = { from: blockKey(partition, 0), to: blockKey(partition, position + 1) };
    for (const { key } of this.blocks.range({ ...range, reverse: true, limit: 1 })) {
      return positionOf(key);
    }
    throw new Error(`${this.name}: no record ${partition}/${position}`);
  }

  private edge(partition: number): Edge {
    const edge = this.durable[partition];
    if (edge === undefined) throw new Error(`${this.name} has no partition ${partition}`);
    return edge;
  }

  private endKey(partition: number): Buffer {
    return Buffer.from(`${this.name}\0end\0${partition}`);
  }

  private startKey(partition: number): Buffer {
    return Buffer.from(`${this.name}\0start\0${partition}`);
  }
}

function byPartition(messages: readonly ToAppend[]): ReadonlyMap<number, readonly ToAppend[]> {
  const partitions = new Map<number, ToAppend[]>();
  for (const message of messages) {
    const own = partitions.get(message.partition);
    if (own === undefined) partitions.set(message.partition, [message]);
    else own.push(message);
  }
  return partitions;
}
