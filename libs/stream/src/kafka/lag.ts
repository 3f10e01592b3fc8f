import type { Lag } from '../stream.ts';
import type { KafkaAdmin } from './admin.ts';
import { groupOffsets, type PartitionOffsets } from './group-offsets.ts';

/** What is taken for the size of a message while nobody knows better. */
const UNKNOWN_MEAN_BYTES = 1_000;
/** How exactly the age of the oldest message is found. */
const PRECISION_MS = 50;

/** What a lag is asked of. */
export interface LagQuestion {
  readonly groupId: string;
  readonly topic: string;
  readonly retentionMs: number;
  readonly nowMs: number;
  /** Mean size of what this process has published, if anything. */
  readonly publishedMeanBytes: number | undefined;
}

/** How far a group is behind in one topic of Kafka's. */
export async function kafkaLag(admin: KafkaAdmin, question: LagQuestion): Promise<Lag> {
  const partitions = await groupOffsets(admin, question.groupId, question.topic);
  const behind = partitions.filter(({ committed, end }) => end > committed);
  if (behind.length === 0) return { messages: 0, bytes: 0, seconds: 0 };
  const mean = meanOf(partitions) ?? question.publishedMeanBytes ?? UNKNOWN_MEAN_BYTES;
  let messages = 0;
  let bytes = 0;
  for (const { committed, end, meanBytes } of behind) {
    const count = Number(end - committed);
    messages += count;
    bytes += count * (meanBytes ?? mean);
  }
  const seconds = (await oldestAgeMs(admin, question, behind)) / 1_000;
  return { messages, bytes: Math.round(bytes), seconds };
}

function meanOf(partitions: readonly PartitionOffsets[]): number | undefined {
  const means = partitions.flatMap(({ meanBytes }) => meanBytes ?? []);
  return means.length === 0 ? undefined : means.reduce((sum, mean) => sum + mean) / means.length;
}

/**
 * Kafka tells the first offset from a time on, not the time of an offset; so the time is looked for: first back in
 * steps that double, then by halving.
 */
async function oldestAgeMs(
  admin: KafkaAdmin,
  { topic, nowMs, retentionMs }: LagQuestion,
  behind: readonly PartitionOffsets[],
): Promise<number> {
  /** Whether some message behind is older than that. */
  const isOlder = async (ageMs: number): Promise<boolean> => {
    const offsets = await admin.ask((asked) =>
      asked.fetchTopicOffsetsByTimestamp(topic, Math.max(0, nowMs - ageMs)),
    );
    const first = new Map(offsets.map(({ partition, offset }) => [partition, BigInt(offset)]));
    return behind.some(({ partition, committed }) => (first.get(partition) ?? 0n) > committed);
  };
  let younger = 1_000;
  while (younger < retentionMs * 2 && (await isOlder(younger))) younger *= 2;
  let older = younger === 1_000 ? 0 : younger / 2;
  while (younger - older > PRECISION_MS) {
    const middle = (younger + older) / 2;
    if (await isOlder(Math.round(middle))) older = middle;
    else younger = middle;
  }
  return older;
}
