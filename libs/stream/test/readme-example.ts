import { systemClock } from '@mayfly/clock';
import { openDataFolder } from '@mayfly/data-folder';
import { CrawlError } from '@mayfly/errors';
import { defineTopic, openLmdbStream } from '@mayfly/stream';
import { log } from '@mayfly/telemetry';
import { eventually, temporaryFolder } from '@mayfly/testing';

const fetchesEnded = defineTopic<{ host: string; status: number }>({
  name: 'fetches.ended.v1',
  partitions: 8,
  retentionMs: 7 * 86_400_000,
  groups: ['document-store'],
  key: ({ host }) => host,
  encode: (message) => Buffer.from(JSON.stringify(message)),
  decode: (bytes) => JSON.parse(Buffer.from(bytes).toString()) as { host: string; status: number },
});

export async function example() {
  await using place = await temporaryFolder();
  const folder = await openDataFolder(place.path);
  const topics = [fetchesEnded];
  const stream = openLmdbStream({ folder, topics, clock: systemClock, random: Math.random, log });
  await stream.prepare(topics);
  const recorded: string[] = [];
  await stream.consume({
    topic: fetchesEnded,
    group: 'document-store',
    handle: async (batch) =>
      batch.map(({ message, origin }) => {
        if (message.status === 0) return new CrawlError('REQUEST_INVALID', 'status: must not be 0');
        recorded.push(`${message.host} ${message.status} ${origin.stream} ${origin.position}`);
        return undefined;
      }),
  });
  await stream.publish(fetchesEnded, [
    { host: 'a.test', status: 200 },
    { host: 'a.test', status: 0 },
    { host: 'a.test', status: 404 },
  ]);
  const isDone = async () => (await stream.lag(fetchesEnded, 'document-store')).messages === 0;
  await eventually(isDone, { what: 'all messages to be committed' });
  const dead = await stream.deadLetters(fetchesEnded, 'document-store').list();
  await stream.close();
  await folder.close();
  return { recorded, dead: dead.map(({ code, reason }) => `${code}: ${reason}`) };
}
