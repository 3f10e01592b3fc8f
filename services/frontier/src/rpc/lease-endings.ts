import type { LeaseUrlStreamRequest, LeaseUrlStreamResponse } from '@mayfly/contracts/frontier/v1';
import { durationOf } from '@mayfly/grpc';
import type { Desk } from '../core/desk.ts';
import type { Release, Settlement } from '../core/settling.ts';
import { invalid } from './request-checks.ts';
import { checkId, releaseOf, settle, settlementOf } from './settle-leases.ts';

const MOST = 1_000;

/** What one message of a stream says of leases that are out. */
export interface LeaseEndings {
  readonly settlements: readonly Settlement[];
  readonly releases: readonly Release[];
  readonly extended: readonly string[];
}

export function leaseEndingsOf(request: LeaseUrlStreamRequest): LeaseEndings {
  const { settlements, releases, extendLeaseIds } = request;
  checkMost('settlements', settlements.length);
  checkMost('releases', releases.length);
  checkMost('extend_lease_ids', extendLeaseIds.length);
  extendLeaseIds.forEach((id, at) => checkId(`extend_lease_ids[${at}]`, id));
  return {
    settlements: settlements.map(settlementOf),
    releases: releases.map(releaseOf),
    extended: extendLeaseIds,
  };
}

function checkMost(field: string, count: number): void {
  if (count > MOST) throw invalid(field, `must be at most ${MOST}, not ${count}`);
}

/** The answers; undefined where nothing was said of any lease. */
export async function endLeases(
  { settling, frontier }: Pick<Desk, 'settling' | 'frontier'>,
  { settlements, releases, extended }: LeaseEndings,
): Promise<LeaseUrlStreamResponse | undefined> {
  if (settlements.length + releases.length + extended.length === 0) return undefined;
  const answers = await Promise.all([
    settlements.length === 0 ? [] : settle(settling, settlements),
    releases.length === 0 ? [] : settling.release(releases),
    extended.length === 0 ? [] : settling.extend(extended),
  ]);
  return {
    leases: [],
    settled: answers[0],
    released: answers[1],
    extended: answers[2],
    duration: extended.length === 0 ? undefined : durationOf(frontier.around.settings.leaseMs),
  };
}
