import { systemClock } from '@mayfly/clock';
import type { Environment } from '@mayfly/config';
import { openDataFolder } from '@mayfly/data-folder';
import { openDedup } from '@mayfly/dedup';
import { loadConfig as dedupConfig } from '@mayfly/dedup/config';
import { openDocumentStore } from '@mayfly/document-store';
import { loadConfig as documentStoreConfig } from '@mayfly/document-store/config';
import { embeddedEngines } from '@mayfly/engines';
import { openFetcher } from '@mayfly/fetcher';
import { loadConfig as fetcherConfig } from '@mayfly/fetcher/config';
import { callWithinProcess } from '@mayfly/grpc';
import { openFrontier } from '@mayfly/frontier';
import { loadConfig as frontierConfig } from '@mayfly/frontier/config';
import type { Closer } from '@mayfly/lifecycle';
import { openScheduler } from '@mayfly/scheduler';
import { loadConfig as schedulerConfig } from '@mayfly/scheduler/config';
import { openSiteScoring } from '@mayfly/site-scoring';
import { loadConfig as siteScoringConfig } from '@mayfly/site-scoring/config';
import type { SuiteAddresses } from './addresses.ts';

/** What all six services in one process are told. */
export interface EmbeddedOptions {
  readonly dataFolder: string;
  /** Settings of the services, by their names; where they listen and whom they call is decided here. */
  readonly env: Environment;
}

/**
 * Opens all six services over one data folder, each with a gRPC server of its own on a free port of loopback. They call each
 * other without a connection; everybody else finds them there.
 */
export async function openEmbeddedSuite(
  { dataFolder, env }: EmbeddedOptions,
  closer: Closer,
): Promise<SuiteAddresses> {
  const around = { clock: systemClock, random: Math.random };
  closer.add('calls within the process', callWithinProcess(), (end) => end());
  const opened = await openDataFolder(dataFolder, (error) => tellFailed(dataFolder, error));
  const folder = closer.add('data folder', opened, (it) => it.close());
  const engines = closer.add('engines', await embeddedEngines(folder, around), (it) => it.close());
  const settings = (
    prefix: string,
    targets: Readonly<Record<string, string>> = {},
  ): Environment => ({
    ...env,
    [`${prefix}_GRPC_ADDRESS`]: '127.0.0.1:0',
    ...Object.fromEntries(
      Object.entries(targets).map(([name, at]) => [`${prefix}_${name}_TARGET`, `dns:///${at}`]),
    ),
  });
  // In the order of who calls whom, so that everyone finds those it calls.
  const { address: DEDUP } = await openDedup(dedupConfig(settings('DEDUP')), closer, engines);
  const { address: DOCUMENT_STORE } = await openDocumentStore(
    documentStoreConfig(settings('DOCUMENT_STORE', { DEDUP })),
    closer,
    engines,
  );
  const { address: FRONTIER } = await openFrontier(
    frontierConfig(settings('FRONTIER')),
    closer,
    engines,
  );
  const { address: SITE_SCORING } = await openSiteScoring(
    siteScoringConfig(settings('SITE_SCORING')),
    closer,
    engines,
  );
  const { address: FETCHER } = await openFetcher(
    fetcherConfig(settings('FETCHER', { FRONTIER, DOCUMENT_STORE })),
    closer,
    engines,
  );
  const { address: SCHEDULER } = await openScheduler(
    schedulerConfig(settings('SCHEDULER', { FRONTIER, SITE_SCORING, DOCUMENT_STORE })),
    closer,
    engines,
  );
  const addresses = {
    ...{ scheduler: SCHEDULER, frontier: FRONTIER, fetcher: FETCHER, dedup: DEDUP },
    ...{ 'document-store': DOCUMENT_STORE, 'site-scoring': SITE_SCORING },
  };
  await folder.announce(addresses);
  return addresses;
}

/** Services only see that their store is away; whoever sits here can do something about it. */
function tellFailed(dataFolder: string, error: unknown): void {
  process.stderr.write(
    `\n${dataFolder} cannot be written any more: ${(error as Error).message}\n` +
      'What was acknowledged is safe. Make room there or mend what is wrong, and start again.\n',
  );
}
