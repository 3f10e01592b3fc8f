import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { withLock } from './folder-lock.ts';
import { processIdOf } from './process-id.ts';

/** Something public that is fetched once and kept outside the repository. */
export interface Artifact {
  /** Folder name in the cache; holds the version, so that a new one is fetched anew. */
  readonly name: string;
  /** Puts everything into an empty folder and checks it; throws with the reason if that fails. */
  readonly fetch: (folder: string) => Promise<void>;
}

/** Where fetched artifacts are kept between runs and between clones; `part` is the folder of who fetches them. */
export function cacheFolder(env: NodeJS.ProcessEnv, part = 'stack'): string {
  if (env.MAYFLY_CACHE) return join(env.MAYFLY_CACHE, part);
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'mayfly', part);
}

export function isCached(cache: string, name: string): boolean {
  return existsSync(join(cache, name));
}

/**
 * The folder of an artifact, fetched if it is not there. A folder appears under its name only by a
 * rename after everything is in it, so one that is there is complete, whoever was killed when.
 */
export async function cached(
  cache: string,
  artifact: Artifact,
  log: (line: string) => void,
): Promise<string> {
  const folder = join(cache, artifact.name);
  if (existsSync(folder)) return folder;
  const waiting = (): void => log(`waiting for another process that fetches ${artifact.name}`);
  return withLock(join(cache, `${artifact.name}.lock`), waiting, async () => {
    if (existsSync(folder)) return folder;
    removeLeftovers(cache, artifact.name);
    const unfinished = join(cache, `.${artifact.name}.${process.pid}`);
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    try {
      await artifact.fetch(unfinished);
      moveIntoPlace(unfinished, folder);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
    return folder;
  });
}

/** Another process that fetched the same at once may have been first: its folder is as good. */
function moveIntoPlace(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** What fetches that were killed left behind. */
function removeLeftovers(cache: string, name: string): void {
  for (const entry of readdirSync(cache)) {
    if (!entry.startsWith(`.${name}.`)) continue;
    const owner = Number(entry.slice(name.length + 2));
    if (processIdOf(owner) === undefined) {
      rmSync(join(cache, entry), { recursive: true, force: true });
    }
  }
}
