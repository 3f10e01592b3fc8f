import type { Engines } from '@mayfly/engines';
import { CrawlError } from '@mayfly/errors';
import type { Store } from '@mayfly/store';
import type { Stream } from '@mayfly/stream';

/** What is to go wrong, once each. */
export interface Faults {
  /** The next write of a row of this table fails, and nothing of it is written. */
  table?: string | undefined;
  /** The next publish fails, and nothing of it is published. */
  publish?: boolean;
  /** How many have happened. */
  happened: number;
}

/** Engines that fail when they are told to, as if the process had died in between. */
export function faultyEngines(engines: Engines, faults: Faults): Engines {
  return {
    exclusive: engines.exclusive,
    openStore: async (tables) => faultyStore(await engines.openStore(tables), faults),
    openStream: async (topics) => faultyStream(await engines.openStream(topics), faults),
  };
}

function faultyStore(store: Store, faults: Faults): Store {
  return {
    get: (table, key) => store.get(table, key),
    getMany: (table, keys) => store.getMany(table, keys),
    write: async (parts) => {
      const names = parts.flatMap(({ writes }) => writes.map(({ table }) => table.name));
      if (faults.table !== undefined && names.includes(faults.table)) {
        faults.table = undefined;
        faults.happened += 1;
        throw new CrawlError('STORE_AWAY', 'a fault of the test');
      }
      return store.write(parts);
    },
    page: (table, selection) => store.page(table, selection),
    places: (table, selection) => store.places(table, selection),
    scan: (table, selection) => store.scan(table, selection),
    isReady: () => store.isReady(),
    close: () => store.close(),
  };
}

function faultyStream(stream: Stream, faults: Faults): Stream {
  return {
    publish: async (topic, messages, options) => {
      if (faults.publish === true) {
        faults.publish = false;
        faults.happened += 1;
        throw new CrawlError('STREAM_AWAY', 'a fault of the test');
      }
      return stream.publish(topic, messages, options);
    },
    consume: (options) => stream.consume(options),
    lag: (topic, group) => stream.lag(topic, group),
    publishing: () => stream.publishing(),
    deadLetters: (topic, group) => stream.deadLetters(topic, group),
    prepare: (topics) => stream.prepare(topics),
    isReady: () => stream.isReady(),
    close: () => stream.close(),
  };
}
