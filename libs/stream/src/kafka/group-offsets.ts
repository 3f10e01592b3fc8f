import type { AnyTopic } from '../topic.ts';
import type { KafkaAdmin } from './admin.ts';

/**
 * The group as Kafka knows it, one for each topic: kafkajs gives every member of a group the topics of its leader,
 * so members that read different topics must not meet in one.
 */
export function kafkaGroupId(topic: AnyTopic, group: string): string {
  return `${group}.${topic.name}`;
}

/** Where a group stands in one partition, and what there is. */
export interface PartitionOffsets {
  readonly partition: number;
  readonly earliest: bigint;
  readonly end: bigint;
  /** Where the group goes on; at the earliest for one that never committed. */
  readonly committed: bigint;
  /** Mean size of the messages it saw last, as its own commit says. */
  readonly meanBytes: number | undefined;
}

/** Asks the cluster; works from any process. */
export async function groupOffsets(
  admin: KafkaAdmin,
  groupId: string,
  topic: string,
): Promise<readonly PartitionOffsets[]> {
  return admin.ask(async (asked) => {
    const [committed, edges] = [
      await asked.fetchOffsets({ groupId, topics: [topic] }),
      await asked.fetchTopicOffsets(topic),
    ];
    const commits = new Map(committed[0]?.partitions.map((each) => [each.partition, each]));
    return edges.map(({ partition, low, high }) => {
      const commit = commits.get(partition);
      const earliest = BigInt(low);
      const position = BigInt(commit?.offset ?? -1);
      return {
        partition,
        earliest,
        end: BigInt(high),
        committed: position > earliest ? position : earliest,
        meanBytes: meanBytesIn(commit?.metadata),
      };
    });
  });
}

function meanBytesIn(metadata: string | null | undefined): number | undefined {
  try {
    const { meanBytes } = JSON.parse(metadata ?? '{}') as { meanBytes?: unknown };
    return typeof meanBytes === 'number' && meanBytes > 0 ? meanBytes : undefined;
  } catch {
    return undefined;
  }
}
