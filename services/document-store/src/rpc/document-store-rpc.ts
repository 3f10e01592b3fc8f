import type { DocumentStoreServiceDefinition } from '@mayfly/contracts/documentstore/v1';
import type { Handlers } from '@mayfly/grpc';
import type { Bodies, Documents, Ledger } from '../core/ports.ts';
import { getDocuments, listVersions } from './document-rpcs.ts';
import { type Backlog, getLedger } from './get-ledger.ts';
import { putBody } from './put-body.ts';
import { readBody } from './read-body.ts';

export function documentStoreRpc(deps: {
  readonly bodies: Bodies;
  readonly documents: Documents;
  readonly ledger: Ledger;
  readonly backlog: Backlog;
}): Handlers<DocumentStoreServiceDefinition> {
  return {
    putBody: putBody(deps),
    getDocuments: getDocuments(deps),
    listVersions: listVersions(deps),
    readBody: readBody(deps),
    getLedger: getLedger(deps),
  };
}
