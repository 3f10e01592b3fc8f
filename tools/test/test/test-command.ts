import { join } from 'node:path';
import { startProcess } from '@mayfly/testing';

const ROOT = join(import.meta.dirname, '../../..');

/** The command as npm starts it, in an environment that has nothing of the run we are part of. */
export function startTest(args: readonly string[], env: Readonly<Record<string, string>>) {
  const file = join(ROOT, 'tools/test/src/main.ts');
  const { HOME = '/', TMPDIR, MAYFLY_CACHE } = process.env;
  const usual = { HOME, ...(TMPDIR ? { TMPDIR } : {}), ...(MAYFLY_CACHE ? { MAYFLY_CACHE } : {}) };
  return startProcess({ name: 'npm test', file, args, env: { ...usual, ...env }, cwd: ROOT });
}

/** Runs it to its end. */
export async function runTest(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const run = startTest(args, env);
  const { code } = await run.exited;
  return { code, output: run.output };
}
