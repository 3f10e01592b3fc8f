import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CrawlError } from '@mayfly/errors';

const SQLITE_BUSY = 5;

/**
 * One owner per folder, by a lock of the kernel's. Node has no call for file locks, but its SQLite takes one
 * (fcntl) with the first statement of an exclusive transaction. It binds every process of the machine, whatever
 * its container, and goes with the process, however that ends. Nothing is ever written to the file. A process
 * that opens and closes the file by other means would lose its lock: nobody else may touch it.
 */
export function lockFolder(folder: string): { release(): void } {
  const database = new DatabaseSync(join(folder, 'owner.lock'));
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause;
    throw new CrawlError('STORE_IN_USE', `data folder ${folder}: another process has it open`, {
      cause,
    });
  }
  return { release: () => database.close() };
}
