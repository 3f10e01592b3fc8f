import type { Clock } from '@mayfly/clock';
import { DocumentStoreServiceDefinition } from '@mayfly/contracts/documentstore/v1';
import { SiteScoringServiceDefinition } from '@mayfly/contracts/sitescoring/v1';
import { openFrontier, putBudgets } from '@mayfly/frontier-client';
import { openClient, Reachability } from '@mayfly/grpc';
import type { Closer } from '@mayfly/lifecycle';
import type { SchedulerConfig } from '../config.ts';
import type { PutBudgets } from '../core/budgets.ts';
import type { Documents, Frontier, Priors, Reachable } from '../core/ports.ts';
import type { ExplainAtFrontier } from '../rpc/explain-rpcs.ts';
import type { Readers } from '../rpc/get-url.ts';
import { documentsOf } from './document-client.ts';
import { explainAtFrontier } from './explain-client.ts';
import { FrontierClient, knownOf } from './frontier-client.ts';
import { priorsOf } from './site-scoring-client.ts';

/** The three services that the scheduler calls. */
export interface Clients {
  readonly frontier: Frontier;
  readonly priors: Priors;
  readonly documents: Documents;
  readonly putBudgets: PutBudgets;
  /** For the two handlers that call. */
  readonly readers: Readers;
  readonly explainAtFrontier: ExplainAtFrontier;
  readonly reachable: () => Reachable;
}

export async function openClients(
  config: SchedulerConfig,
  { clock, random }: { readonly clock: Clock; readonly random: () => number },
  closer: Closer,
): Promise<Clients> {
  const around = { service: 'scheduler', tls: config.grpc.clientTls };
  const frontier = await openFrontier({
    ...{ ...around, target: config.frontierTarget, clock, random },
  });
  closer.add('frontier client', frontier, () => frontier.close());
  const siteScoring = await openClient(SiteScoringServiceDefinition, {
    ...{ ...around, target: config.siteScoringTarget },
  });
  closer.add('site-scoring client', siteScoring, () => siteScoring.close());
  const documentStore = await openClient(DocumentStoreServiceDefinition, {
    ...{ ...around, target: config.documentStoreTarget },
  });
  closer.add('document-store client', documentStore, () => documentStore.close());
  const reach = {
    frontier: new Reachability('frontier', clock),
    siteScoring: new Reachability('site-scoring', clock),
  };
  return {
    frontier: new FrontierClient(frontier, reach.frontier, clock),
    priors: priorsOf(siteScoring, reach.siteScoring, clock),
    documents: documentsOf(documentStore),
    putBudgets: ({ revision, requestsPerSecond, sites }) =>
      reach.frontier.note(
        putBudgets(frontier, {
          ...{ revision, requestsPerSecond },
          sites: [...sites].map(([site, rate]) => ({ site, requestsPerSecond: rate })),
        }),
      ),
    readers: { frontier: frontier.any, documentStore, knownOf },
    explainAtFrontier: explainAtFrontier(frontier),
    reachable: () => ({ frontier: reach.frontier.ok, siteScoring: reach.siteScoring.ok }),
  };
}
