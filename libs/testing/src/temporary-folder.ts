import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is gone when its block ends. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** `await using folder = await temporaryFolder()`: an empty folder of the test's own. */
export async function temporaryFolder(prefix = 'mayfly-test-'): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}
