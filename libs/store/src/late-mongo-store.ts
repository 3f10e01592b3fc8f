import type { MongoStoreOptions } from './mongodb/open-mongo-store.ts';
import type { Store } from './port/store.ts';

/** Opens tables in a MongoDB database; STORE_AWAY when it does not answer. Loads the driver: whoever has LMDB needs none. */
export async function openMongoStore(options: MongoStoreOptions): Promise<Store> {
  const mongodb = await import('./mongodb/open-mongo-store.ts');
  return mongodb.openMongoStore(options);
}
