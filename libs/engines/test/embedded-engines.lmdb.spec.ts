import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@mayfly/clock';
import { FetchEnded } from '@mayfly/contracts/events/v1';
import { openDataFolder } from '@mayfly/data-folder';
import { embeddedEngines } from '@mayfly/engines';
import { fetchesEnded } from '@mayfly/events';
import { eventually, temporaryFolder } from '@mayfly/testing';

const event = (attempt: number): FetchEnded => ({
  ...FetchEnded.decode(new Uint8Array()),
  ...{ url: 'http://a.test/', host: 'a.test', attempt },
});

describe('embeddedEngines', () => {
  it('let a service close its own consumers and leave those of the others', async () => {
    await using place = await temporaryFolder();
    const folder = await openDataFolder(place.path);
    const engines = await embeddedEngines(folder, { clock: systemClock, random: Math.random });
    const [one, other] = await Promise.all([
      engines.openStream([fetchesEnded]),
      engines.openStream([fetchesEnded]),
    ]);
    const seen: number[] = [];
    await other.consume({
      topic: fetchesEnded,
      group: 'document-store',
      handle: async (batch) => void seen.push(...batch.map(({ message }) => message.attempt)),
    });
    await one.publish(fetchesEnded, [event(1)]);
    await one.close();
    await other.publish(fetchesEnded, [event(2)]);
    await eventually(() => seen.length === 2, { what: 'both messages' });
    await other.close();
    await engines.close();
    await folder.close();
    expect(seen).toEqual([1, 2]);
  });

  it('do not cut topics, so that batches are large', async () => {
    await using place = await temporaryFolder();
    const folder = await openDataFolder(place.path);
    const engines = await embeddedEngines(folder, { clock: systemClock, random: Math.random });
    const stream = await engines.openStream([fetchesEnded]);
    const hosts = Array.from({ length: 100 }, (_, at) => `h${at}.test`);
    const partitions = new Map<string, number>();
    await stream.consume({
      topic: fetchesEnded,
      group: 'document-store',
      handle: async (batch) =>
        batch.forEach(({ message, origin }) => partitions.set(message.host, origin.partition)),
    });
    await stream.publish(
      fetchesEnded,
      hosts.map((host) => ({ ...event(1), host })),
    );
    await eventually(() => partitions.size === hosts.length, { what: 'a message of each host' });
    await stream.close();
    await engines.close();
    await folder.close();
    expect(new Set(partitions.values())).toEqual(new Set([0]));
  });
});
