import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, type ProcessId, processIdOf } from './process-id.ts';

/**
 * Runs the work while holding a lock file; a lock whose holder died is taken over. It saves two
 * processes from doing the same work; where both at once would be wrong, the work itself guards.
 */
export async function withLock<T>(
  path: string,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  mkdirSync(dirname(path), { recursive: true });
  for (let waited = false; !tryLock(path); waited = true) {
    if (!waited) onWait();
    await delay(200);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryLock(path: string): boolean {
  // A link appears with its content: a lock never stands there without the name of its holder.
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(processIdOf(process.pid)));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  const holder = holderOf(path);
  if (holder !== undefined && !isRunning(holder)) rmSync(path, { force: true });
  return false;
}

function holderOf(path: string): ProcessId | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessId;
  } catch {
    // Released in this moment.
    return undefined;
  }
}
