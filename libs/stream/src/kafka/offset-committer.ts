import type { OffsetsByTopicPartition } from 'kafkajs';

/** Where a group stands in a partition, and who says so. */
export interface OffsetToCommit {
  readonly topic: string;
  readonly partition: number;
  readonly next: bigint;
  readonly metadata: string;
  /** Aborted once the assignment under which the work was done is over. */
  readonly lost: AbortSignal;
  /** kafkajs' own function of that assignment; it neither retries nor looks for a newer generation. */
  readonly commit: (offsets: OffsetsByTopicPartition) => Promise<void>;
}

interface Waiting extends OffsetToCommit {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commits of all partitions of a consumer, together where they meet. kafkajs sends whatever generation it has at
 * the moment of the call, so a late commit could pass as one of the next owner. The check therefore stands right
 * before the call, at the beginning of a turn of the event loop: a new assignment is taken over and announced
 * within one turn, so between check and call there is none.
 */
export class OffsetCommitter {
  private waiting: Waiting[] = [];
  private running = false;

  commit(offset: OffsetToCommit): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...offset, resolve, reject });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      await new Promise(setImmediate);
      const offsets = this.waiting;
      this.waiting = [];
      const late = offsets.filter(({ lost }) => lost.aborted);
      for (const { reject } of late) reject(new Error('the partition belongs to another consumer'));
      await commitTogether(offsets.filter(({ lost }) => !lost.aborted));
    }
    this.running = false;
  }
}

async function commitTogether(offsets: readonly Waiting[]): Promise<void> {
  const last = offsets.at(-1);
  if (last === undefined) return;
  const topics = [...new Set(offsets.map(({ topic }) => topic))].map((topic) => ({
    topic,
    partitions: offsets
      .filter((offset) => offset.topic === topic)
      .map(({ partition, next, metadata }) => ({ partition, offset: String(next), metadata })),
  }));
  try {
    await last.commit({ topics });
    for (const { resolve } of offsets) resolve();
  } catch (error) {
    for (const { reject } of offsets) reject(error);
  }
}
