import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Addresses, writeAddresses } from './addresses.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { settleFormat } from './folder-format.ts';
import { lockFolder } from './folder-lock.ts';

/** A folder that this process alone has open. */
export interface DataFolder {
  readonly path: string;
  /** The LMDB environment of that name, opened on the first call and shared by all callers. */
  environment(name: string): Environment;
  /** Tells other commands where to call, since none of them may open the folder. */
  announce(addresses: Addresses): Promise<void>;
  /** Closes every environment, then lets the folder go. */
  close(): Promise<void>;
}

/**
 * Opens or makes the folder; refuses when another process has it, or when a newer Mayfly wrote it. `failed` is told when
 * nothing can be written there any more, as when the disk is full: then the process must be started again.
 */
export async function openDataFolder(
  path: string,
  failed?: (error: unknown) => void,
): Promise<DataFolder> {
  const folder = resolve(path);
  await mkdir(folder, { recursive: true });
  const lock = lockFolder(folder);
  const environments = new Map<string, Environment>();
  try {
    await settleFormat(folder);
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    path: folder,
    environment: (name) => {
      let environment = environments.get(name);
      if (environment === undefined) {
        environment = openEnvironment(join(folder, `${name}.lmdb`), failed);
        environments.set(name, environment);
      }
      return environment;
    },
    announce: (addresses) => writeAddresses(folder, addresses),
    close: async () => {
      const closed = await Promise.allSettled(
        [...environments.values()].map((environment) => environment.close()),
      );
      // Only now: an environment that still flushes must not meet another owner.
      lock.release();
      const failures = closed.flatMap((end) =>
        end.status === 'rejected' ? [end.reason as Error] : [],
      );
      if (failures.length > 0) throw new AggregateError(failures, `closing data folder ${folder}`);
    },
  };
}
