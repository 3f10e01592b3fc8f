import { describe, expect, it } from '@jest/globals';
import { type DataFolder, type Environment, openDataFolder } from '@mayfly/data-folder';
import { openLmdbStore, put } from '@mayfly/store';
import { temporaryFolder } from '@mayfly/testing';
import { urlsTable } from './conformance/sample-tables.ts';

/** A folder whose disk can be made to fail. */
function withFailingDisk(folder: DataFolder): DataFolder & { fail(): void } {
  let hasFailed = false;
  const fragile = (environment: Environment): Environment => ({
    ...environment,
    commit: (work) =>
      hasFailed ? Promise.reject(new Error('no space left on device')) : environment.commit(work),
  });
  return {
    ...folder,
    environment: (name) => fragile(folder.environment(name)),
    fail: () => (hasFailed = true),
  };
}

describe('the LMDB store on a disk that fails', () => {
  it('does not know whether a part is written, says why, and is not ready', async () => {
    await using temporary = await temporaryFolder();
    const folder = await openDataFolder(temporary.path);
    const disk = withFailingDisk(folder);
    const store = await openLmdbStore({ folder: disk, tables: [urlsTable] });
    expect(await store.isReady()).toBe(true);
    disk.fail();
    const [answer] = await store.write([{ writes: [put(urlsTable, { url: 'a', state: 'new' })] }]);
    expect(answer).toMatchObject({
      outcome: 'unknown',
      cause: { message: 'no space left on device' },
    });
    expect(await store.isReady()).toBe(false);
    await store.close();
    await folder.close();
  });
});
