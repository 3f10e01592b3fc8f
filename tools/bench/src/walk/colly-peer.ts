import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Artifact, cached, cacheFolder, runCommand } from '@mayfly/stack';
import { CannotBeHadError, CONCURRENCY, type Entrant } from './contender.ts';

const NAME = 'colly';
/** The one in go.mod; a number at the end for changes of our own program. */
const VERSION = '2.3.0-1';
const SOURCES = fileURLToPath(new URL('colly/', import.meta.url));
const BUILD_WITHIN_MS = 600_000;

const artifactFor = (say: (line: string) => void): Artifact => ({
  name: `colly-${VERSION}`,
  fetch: async (folder) => {
    say(`${NAME}: building it with Go, once`);
    for (const file of ['main.go', 'go.mod', 'go.sum']) {
      copyFileSync(join(SOURCES, file), join(folder, file));
    }
    const { ok, problem } = await runCommand('go', ['build', '-trimpath', '-o', NAME, '.'], {
      env: process.env,
      cwd: folder,
      limitMs: BUILD_WITHIN_MS,
    });
    if (!ok) throw new CannotBeHadError(problem);
  },
});

/** Colly, built with the machine's own Go. */
export const colly: Entrant = {
  name: NAME,
  prepare: async (say) => {
    const folder = await cached(cacheFolder(process.env, 'peers'), artifactFor(say), say);
    return {
      name: NAME,
      programFor: ({ seed }) => ({
        program: join(folder, NAME),
        args: [seed, String(CONCURRENCY)],
      }),
    };
  },
};
