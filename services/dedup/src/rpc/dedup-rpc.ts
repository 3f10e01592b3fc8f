import type { DedupServiceDefinition } from '@mayfly/contracts/dedup/v1';
import type { Handlers } from '@mayfly/grpc';
import type { Judging } from '../core/judging.ts';
import { judgeDocuments } from './judge-documents.ts';

export function dedupRpc(deps: { readonly judging: Judging }): Handlers<DedupServiceDefinition> {
  return { judgeDocuments: judgeDocuments(deps) };
}
