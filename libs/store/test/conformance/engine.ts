import type { Store, Table } from '@mayfly/store';

/** A place where tables live: a data folder or a database, gone when its block ends. */
export interface StorePlace extends AsyncDisposable {
  /** Tells another process where it is: the engine, then its address. */
  readonly words: readonly string[];
  /** Opens tables; a second call opens a second store on the same data, as another service does. */
  open(tables: readonly Table[]): Promise<Store>;
  /** Opens without the right to create or migrate, where an engine knows the difference. */
  openUnprepared(tables: readonly Table[]): Promise<Store>;
  /** Closes all that is open, so that the next `open` begins with what is on disk. */
  shutDown(): Promise<void>;
}

/** An engine under test. */
export interface Engine {
  readonly name: string;
  newPlace(): Promise<StorePlace>;
}
