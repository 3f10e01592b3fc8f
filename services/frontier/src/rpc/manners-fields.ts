import type { Manners as ProtoManners } from '@mayfly/contracts/crawl/v1';
import { durationOf } from '@mayfly/grpc';
import type { Manners } from '../core/manners.ts';
import { checkCount, checkDuration, checkFinite, invalid } from './request-checks.ts';

const LONGEST_DELAY_MS = 86_400_000;

export function mannersOf(field: string, given: ProtoManners): Partial<Manners> {
  const { busyFactor, leasesAtATime, obeyRobots } = given;
  const delayMs = checkDuration(`${field}.delay`, given.delay, LONGEST_DELAY_MS);
  if (busyFactor !== undefined && checkFinite(`${field}.busy_factor`, busyFactor) < 0) {
    throw invalid(`${field}.busy_factor`, 'must be from 0 up');
  }
  if (leasesAtATime !== undefined) checkCount(`${field}.leases_at_a_time`, leasesAtATime, 1_000);
  return {
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(busyFactor === undefined ? {} : { busyFactor }),
    ...(leasesAtATime === undefined ? {} : { leasesAtATime }),
    ...(obeyRobots === undefined ? {} : { obeyRobots }),
  };
}

export function toManners(manners: Partial<Manners>): ProtoManners {
  const { delayMs, busyFactor, leasesAtATime, obeyRobots } = manners;
  return {
    delay: delayMs === undefined ? undefined : durationOf(delayMs),
    busyFactor,
    leasesAtATime,
    obeyRobots,
  };
}
