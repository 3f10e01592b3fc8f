import { type Document, MongoClient } from 'mongodb';

export const REPLICA_SET = 'rs0';
const ANSWER_LIMIT_MS = 2_000;

/** The URL of a whole set, for the driver. */
export function mongoUrl(addresses: readonly string[]): string {
  return `mongodb://${addresses.join(',')}/?replicaSet=${REPLICA_SET}`;
}

/** One admin command on one node, whatever its state in the set. */
export function askNode(address: string, command: Document): Promise<Document> {
  return askUrl(`mongodb://${address}/?directConnection=true`, command);
}

/** One admin command on whichever node the URL leads to: the primary, if it names a set. */
export async function askUrl(url: string, command: Document): Promise<Document> {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: ANSWER_LIMIT_MS,
    connectTimeoutMS: ANSWER_LIMIT_MS,
    socketTimeoutMS: 5 * ANSWER_LIMIT_MS,
    monitorCommands: false,
  });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
}

/** Passes when a primary takes a write and a majority has it; writes a note to the log of the set, and no data. */
export async function writeToMajority(url: string): Promise<void> {
  await askUrl(url, {
    appendOplogNote: 1,
    data: { mayfly: 'ready' },
    writeConcern: { w: 'majority', wtimeout: ANSWER_LIMIT_MS },
  });
}
