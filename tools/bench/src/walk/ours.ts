import { fileURLToPath } from 'node:url';
import { OURS } from './compare-runs.ts';
import { CONCURRENCY, type Entrant } from './contender.ts';

const MAIN = fileURLToPath(new URL('ours-main.ts', import.meta.url));
/** As the first command has it: trace ids are made and nothing is sent, and young objects have as much room. */
const PRELOADS = ['compile-cache.mjs', 'telemetry.ts'].flatMap((file) => [
  '--import',
  new URL(`../../../mayfly/src/${file}`, import.meta.url).href,
]);

/** All six services in one process, storing everything. A folder for profiles makes each walk leave one there. */
export function ours(profileFolder: string | undefined): Entrant {
  const profile =
    profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  return {
    name: OURS,
    prepare: async () => ({
      name: OURS,
      programFor: ({ seed, pages, hosts }) => ({
        program: process.execPath,
        args: [
          '--disable-warning=TimeoutNegativeWarning',
          '--max-semi-space-size=64',
          '--no-allocation-site-pretenuring',
          ...PRELOADS,
          ...profile,
          MAIN,
          ...[seed, String(pages), String(hosts), String(CONCURRENCY)],
        ],
      }),
    }),
  };
}
