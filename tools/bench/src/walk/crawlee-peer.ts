import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Artifact, cached, cacheFolder, runCommand } from '@mayfly/stack';
import { CannotBeHadError, CONCURRENCY, type Entrant } from './contender.ts';

const NAME = 'crawlee-http';
const PACKAGES = { '@crawlee/http': '3.18.1', htmlparser2: '12.0.0' };
const MAIN = fileURLToPath(new URL('crawlee-main.ts', import.meta.url));
const INSTALL_WITHIN_MS = 600_000;

const artifactFor = (say: (line: string) => void): Artifact => ({
  name: `crawlee-${PACKAGES['@crawlee/http']}-htmlparser2-${PACKAGES.htmlparser2}`,
  fetch: async (folder) => {
    say(`${NAME}: fetching it from the npm registry, once`);
    const manifest = { name: 'peer', version: '1.0.0', private: true, dependencies: PACKAGES };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const { ok, problem } = await runCommand(
      'npm',
      ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev'],
      { env: process.env, cwd: folder, limitMs: INSTALL_WITHIN_MS },
    );
    if (!ok) throw new CannotBeHadError(problem);
  },
});

/** Crawlee, from the public registry into the cache. */
export const crawleeHttp: Entrant = {
  name: NAME,
  prepare: async (say) => {
    const folder = await cached(cacheFolder(process.env, 'peers'), artifactFor(say), say);
    return {
      name: NAME,
      programFor: ({ seed }) => ({
        program: process.execPath,
        args: [MAIN, folder, seed, String(CONCURRENCY)],
      }),
    };
  },
};
