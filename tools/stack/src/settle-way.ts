import { serverFolder } from './server-set.ts';
import { readState } from './server-state.ts';
import type { StartSetup } from './start-options.ts';
import { type ServerName, UsageError } from './ways.ts';

/** Data that was made one way is only of use to that way, so a folder that holds some decides. */
export function settleWay(server: ServerName, setup: StartSetup): StartSetup {
  const folder = serverFolder(setup.dataDir, server);
  const made = readState(folder)?.way;
  const asked = setup.env.MAYFLY_STACK ?? '';
  if (made === undefined || asked === 'given' || asked === 'none') return setup;
  if (asked !== '' && asked !== made) {
    throw new UsageError(
      `${folder} was made with ${made}, and ${asked} was asked for; run \`down --wipe\` first`,
    );
  }
  return { ...setup, env: { ...setup.env, MAYFLY_STACK: made } };
}
