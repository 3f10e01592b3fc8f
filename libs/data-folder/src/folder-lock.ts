import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CrawlError } from '@mayfly/errors';

const SQLITE_BUSY = 5;
/** Only for people: the lock is what holds. */
const PID_FILE = 'owner.pid';

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
    const who = ownerOf(folder);
    throw new CrawlError(
      'STORE_IN_USE',
      `data folder ${folder}: another process has it open${who === undefined ? '' : `, with pid ${who}`}`,
      { cause },
    );
  }
  writeFileSync(join(folder, PID_FILE), `${process.pid}\n`);
  return { release: () => database.close() };
}

function ownerOf(folder: string): string | undefined {
  try {
    return /^\d+$/m.exec(readFileSync(join(folder, PID_FILE), 'utf8'))?.[0];
  } catch {
    return undefined;
  }
}
