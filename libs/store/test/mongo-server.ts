import { randomUUID } from 'node:crypto';
import { systemClock } from '@mayfly/clock';
import { startMongo } from '@mayfly/stack';
import { openMongoStore, type Store } from '@mayfly/store';
import { MongoClient } from 'mongodb';
import type { Engine, StorePlace } from './conformance/engine.ts';

/** The server that the test command started for all specs, or one of our own when a spec is run by hand. */
export async function sharedMongo(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env.MAYFLY_TEST_MONGO_URL;
  return url === undefined ? startMongo({ nodes: 1 }) : { url, stop: async () => {} };
}

/** MongoDB at an address that is known only when the tests run; every place is a database of its own. */
export function mongoEngine(address: () => string): Engine {
  return { name: 'MongoDB', newPlace: async () => newDatabase(address()) };
}

export type MongoPlace = StorePlace & { readonly url: string; readonly database: string };

export function newDatabase(url: string): MongoPlace {
  const database = `test-${randomUUID()}`;
  let stores: Store[] = [];
  const openWith = (prepare: boolean): StorePlace['open'] => {
    return async (tables) => {
      const store = await openMongoStore({
        ...{ url, database, tables, prepare },
        clock: systemClock,
        random: Math.random,
      });
      stores.push(store);
      return store;
    };
  };
  const shutDown = async () => {
    await Promise.all(stores.map((store) => store.close()));
    stores = [];
  };
  return {
    url,
    database,
    words: ['mongodb', url, database],
    open: openWith(true),
    openUnprepared: openWith(false),
    shutDown,
    [Symbol.asyncDispose]: async () => {
      await shutDown();
      const client = new MongoClient(url);
      await client.db(database).dropDatabase();
      await client.close();
    },
  };
}
