import type { EachBatchPayload } from 'kafkajs';
import { Backoff } from '../runner/backoff.ts';
import { CommitLane } from '../runner/commit-lane.ts';
import { PartitionRunner, type RunnerParts } from '../runner/partition-runner.ts';
import type { OffsetCommitter, OffsetToCommit } from './offset-committer.ts';
import { PartitionBuffer } from './partition-buffer.ts';

/** Batches that are taken in advance, so that the handler has work while the next fetch is under way. */
const AHEAD = 4;

/** What the work on a partition needs beside what every runner needs. */
export interface WorkParts<M> extends Omit<RunnerParts<M>, 'source' | 'done'> {
  /** The topic of Kafka's: the main one or the group's retry topic. */
  readonly kafkaTopic: string;
  readonly committer: OffsetCommitter;
  /** Asks where the group stands. */
  readonly start: () => Promise<bigint>;
  /** Resolves when an earlier work of this process on the same partition has ended. */
  readonly after: Promise<void>;
}

/** One partition from its assignment to its loss. */
export class PartitionWork<M> {
  readonly buffer: PartitionBuffer;
  /** Resolves when it is known where to begin, or the partition is lost. */
  readonly begun: Promise<void>;
  /** Resolves when the handler is through and the last commit is made or refused. */
  readonly ended: Promise<void>;
  readonly lost = new AbortController();
  readonly stopping = new AbortController();
  /** The next offset to be fetched; undefined until the start is known. */
  next: bigint | undefined;
  private readonly parts: WorkParts<M>;
  private commitOffsets: OffsetToCommit['commit'] | undefined;
  private meanBytes = 0;

  constructor(parts: WorkParts<M>) {
    const { maxBatch, maxBatchBytes } = parts.limits;
    this.parts = parts;
    this.buffer = new PartitionBuffer({ messages: maxBatch * AHEAD, bytes: maxBatchBytes });
    this.begun = this.begin();
    this.ended = this.run();
  }

  /** Takes what was fetched; the rest of the work happens on its own time. */
  take(payload: EachBatchPayload): void {
    const { batch } = payload;
    const before = this.buffer.bytes;
    this.buffer.push(batch.messages);
    const mean = (this.buffer.bytes - before) / batch.messages.length;
    this.meanBytes = this.meanBytes === 0 ? mean : this.meanBytes * 0.8 + mean * 0.2;
    this.commitOffsets = (offsets) => payload.commitOffsetsIfNecessary(offsets);
    this.next = BigInt(batch.lastOffset()) + 1n;
  }

  private async begin(): Promise<void> {
    const backoff = new Backoff(this.parts);
    while (this.next === undefined && !this.lost.signal.aborted) {
      try {
        this.next = await this.parts.start();
      } catch {
        await backoff.wait(this.lost.signal);
      }
    }
  }

  private async run(): Promise<void> {
    await this.parts.after;
    const { lost, stopping, parts } = this;
    const lane = new CommitLane({
      lost: lost.signal,
      backoff: new Backoff(parts),
      write: (next) => this.commit(next),
    });
    const runner = new PartitionRunner<M>(
      { ...parts, source: this.buffer, done: (next) => lane.put(next) },
      { stopping: stopping.signal, lost: lost.signal },
    );
    await runner.run();
    await lane.settled();
  }

  private async commit(next: bigint): Promise<void> {
    const { committer, kafkaTopic, place } = this.parts;
    await committer.commit({
      topic: kafkaTopic,
      partition: place.partition,
      next,
      metadata: JSON.stringify({ meanBytes: Math.round(this.meanBytes) }),
      lost: this.lost.signal,
      commit: this.commitOffsets!,
    });
  }
}
