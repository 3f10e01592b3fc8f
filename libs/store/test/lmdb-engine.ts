import { type DataFolder, openDataFolder } from '@mayfly/data-folder';
import { openLmdbStore, type Store } from '@mayfly/store';
import { temporaryFolder } from '@mayfly/testing';
import type { Engine } from './conformance/engine.ts';

/** LMDB in temporary folders. */
export const lmdbEngine: Engine = {
  name: 'LMDB',
  newPlace: async () => {
    const temporary = await temporaryFolder();
    let folder: DataFolder | undefined;
    let stores: Store[] = [];
    const open: typeof lmdbPlace.open = async (tables) => {
      folder ??= await openDataFolder(temporary.path);
      const store = await openLmdbStore({ folder, tables });
      stores.push(store);
      return store;
    };
    const shutDown = async () => {
      await Promise.all(stores.map((store) => store.close()));
      await folder?.close();
      folder = undefined;
      stores = [];
    };
    const lmdbPlace: Awaited<ReturnType<Engine['newPlace']>> = {
      words: ['lmdb', temporary.path],
      open,
      openUnprepared: open,
      shutDown,
      [Symbol.asyncDispose]: async () => {
        await shutDown();
        await temporary[Symbol.asyncDispose]();
      },
    };
    return lmdbPlace;
  },
};
