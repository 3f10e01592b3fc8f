import { fileURLToPath } from 'node:url';
import { SUITE_NODE_ARGS } from '@mayfly/mayfly/node-args';
import { OURS } from './compare-runs.ts';
import { CONCURRENCY, type Entrant } from './contender.ts';

const MAIN = fileURLToPath(new URL('ours-main.ts', import.meta.url));

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
          ...SUITE_NODE_ARGS,
          ...profile,
          MAIN,
          ...[seed, String(pages), String(hosts), String(CONCURRENCY)],
        ],
      }),
    }),
  };
}
