import { Kafka, logLevel, Partitioners } from 'kafkajs';

/** A client that answers or fails soon, and prints nothing: on a young broker refusals are normal. */
function impatientClient(brokers: readonly string[]): Kafka {
  return new Kafka({
    clientId: 'mayfly-stack',
    brokers: [...brokers],
    logLevel: logLevel.NOTHING,
    connectionTimeout: 2_000,
    requestTimeout: 5_000,
    retry: { retries: 0 },
  });
}

/** The ids of the brokers that are in the cluster now, as this broker sees it. */
export async function brokersInCluster(broker: string): Promise<number[]> {
  return withAdmin([broker], async (admin) => {
    const { brokers } = await admin.describeCluster();
    return brokers.map(({ nodeId }) => nodeId);
  });
}

/** Whether the broker has caught up with every partition it holds, as far as those have a leader. */
export async function isInSync(broker: string, nodeId: number): Promise<boolean> {
  return withAdmin([broker], async (admin) => {
    const { topics } = await admin.fetchTopicMetadata();
    const held = topics
      .flatMap((topic) => topic.partitions)
      .filter(({ leader, replicas }) => leader >= 0 && replicas.includes(nodeId));
    return held.every(({ isr }) => isr.includes(nodeId));
  });
}

/** Passes when consumer groups have a coordinator. A young cluster makes the topic for it on this first question. */
export async function findCoordinator(brokers: readonly string[]): Promise<void> {
  await withAdmin(brokers, async (admin) => {
    // Until it has seen the cluster, the client knows nobody whom it could ask for the coordinator.
    await admin.describeCluster();
    await admin.fetchOffsets({ groupId: 'mayfly-stack-ready' });
  });
}

/** Passes when an idempotent producer gets its id, which is the last thing that a young cluster can do. */
export async function initProducer(brokers: readonly string[]): Promise<void> {
  const producer = impatientClient(brokers).producer({
    idempotent: true,
    createPartitioner: Partitioners.DefaultPartitioner,
    // The client refuses an idempotent producer that may not try again.
    retry: { retries: 1, initialRetryTime: 100 },
  });
  try {
    await producer.connect();
  } finally {
    await producer.disconnect();
  }
}

async function withAdmin<T>(
  brokers: readonly string[],
  ask: (admin: ReturnType<Kafka['admin']>) => Promise<T>,
): Promise<T> {
  const admin = impatientClient(brokers).admin();
  try {
    await admin.connect();
    return await ask(admin);
  } finally {
    await admin.disconnect();
  }
}
