import type { AnyTopic, Stream } from '@mayfly/stream';

/** More of them than a person will ever look at; a ledger says "this many" from here on. */
const COUNTED_AT_MOST = 100_000;

/** How many messages of the topic the group has given up and nobody has given back. */
export async function countDeadLetters(
  stream: Stream,
  { topic, group }: { readonly topic: AnyTopic; readonly group: string },
): Promise<number> {
  const letters = await stream.deadLetters(topic, group).list({ limit: COUNTED_AT_MOST });
  return letters.length;
}
