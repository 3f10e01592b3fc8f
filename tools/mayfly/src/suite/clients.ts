import { systemClock } from '@mayfly/clock';
import { DeadLetterServiceDefinition } from '@mayfly/contracts/deadletters/v1';
import { DedupServiceDefinition } from '@mayfly/contracts/dedup/v1';
import { DocumentStoreServiceDefinition } from '@mayfly/contracts/documentstore/v1';
import { FetcherServiceDefinition } from '@mayfly/contracts/fetcher/v1';
import {
  FrontierServiceDefinition,
  type GetLedgerRequest,
  type GetLedgerResponse,
} from '@mayfly/contracts/frontier/v1';
import { SchedulerServiceDefinition } from '@mayfly/contracts/scheduler/v1';
import { SiteScoringServiceDefinition } from '@mayfly/contracts/sitescoring/v1';
import { type FrontierReplicas, getLedger, openFrontier } from '@mayfly/frontier-client';
import { type Client, openClient } from '@mayfly/grpc';
import type { ServiceName, SuiteAddresses } from './addresses.ts';

/** Which service serves which contract. */
export const CONTRACTS = {
  scheduler: SchedulerServiceDefinition,
  frontier: FrontierServiceDefinition,
  fetcher: FetcherServiceDefinition,
  'document-store': DocumentStoreServiceDefinition,
  dedup: DedupServiceDefinition,
  'site-scoring': SiteScoringServiceDefinition,
} as const;

/** Calls one service and closes the connection. */
export async function ask<S extends ServiceName, T>(
  suite: SuiteAddresses,
  service: S,
  question: (client: Client<(typeof CONTRACTS)[S]>) => Promise<T>,
): Promise<T> {
  await using client = await openAt(suite, service);
  return await question(client);
}

/** A client of one service, for whoever calls it for long. */
export function openAt<S extends ServiceName>(
  suite: SuiteAddresses,
  service: S,
): Promise<Client<(typeof CONTRACTS)[S]>> {
  return openClient(CONTRACTS[service], { service: 'mayfly', target: targetOf(suite[service]) });
}

/** Calls the replicas of the frontier that own what is asked for. */
export async function askFrontier<T>(
  { frontier: address }: Pick<SuiteAddresses, 'frontier'>,
  question: (frontier: FrontierReplicas) => Promise<T>,
): Promise<T> {
  await using frontier = await openFrontier({
    ...{ service: 'mayfly', target: targetOf(address) },
    ...{ clock: systemClock, random: Math.random },
  });
  return await question(frontier);
}

/** The frontier's counts, of all its replicas. */
export function frontierLedger(
  suite: Pick<SuiteAddresses, 'frontier'>,
  request: GetLedgerRequest = {},
): Promise<GetLedgerResponse> {
  return askFrontier(suite, (frontier) => getLedger(frontier, request, { clock: systemClock }));
}

/** Calls the dead letters of one service. */
export async function askDeadLetters<T>(
  suite: SuiteAddresses,
  service: ServiceName,
  question: (client: Client<typeof DeadLetterServiceDefinition>) => Promise<T>,
): Promise<T> {
  const target = targetOf(suite[service]);
  await using client = await openClient(DeadLetterServiceDefinition, { service: 'mayfly', target });
  return await question(client);
}

function targetOf(address: string): string {
  return address.includes('://') ? address : `dns:///${address}`;
}
