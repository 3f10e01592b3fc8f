import type { FetcherServiceDefinition } from '@mayfly/contracts/fetcher/v1';
import type { Handlers } from '@mayfly/grpc';
import { fetch } from './fetch.ts';
import { type FetcherStatus, getStatus } from './get-status.ts';

export function fetcherRpc(
  deps: Parameters<typeof fetch>[0] & FetcherStatus,
): Handlers<FetcherServiceDefinition> {
  return { fetch: fetch(deps), getStatus: getStatus(deps) };
}
