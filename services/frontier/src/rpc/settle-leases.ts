import { isIP } from 'node:net';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import type {
  ExtendLeasesRequest,
  ExtendLeasesResponse,
  Release as ProtoRelease,
  ReleaseLeasesRequest,
  ReleaseLeasesResponse,
  Settlement as ProtoSettlement,
  SettleLeasesRequest,
  SettleLeasesResponse,
} from '@mayfly/contracts/frontier/v1';
import { ReleaseReason } from '@mayfly/contracts/frontier/v1';
import { durationOf } from '@mayfly/grpc';
import type { Desk } from '../core/desk.ts';
import { ANSWER, type LeaseAnswer } from '../core/ending.ts';
import type { Frontier } from '../core/frontier.ts';
import type { Release, RobotsResult, Settlement } from '../core/settling.ts';
import { leasesSettled } from '../events.ts';
import { ownersOfLeases } from './owners.ts';
import { checkCount, checkDuration, checkText, checkWhole, invalid } from './request-checks.ts';

const MOST = 1_000;
const LONGEST_ID = 300;
const LONGEST_VALIDATOR = 4_096;
const OUTCOMES: ReadonlySet<number> = new Set(Object.values(Outcome).filter((one) => one !== 0));

export const settleLeases =
  ({ settling, frontier }: Pick<Desk, 'settling' | 'frontier'>) =>
  async (request: SettleLeasesRequest): Promise<SettleLeasesResponse> => {
    checkCount('settlements', request.settlements.length, MOST);
    const settlements = request.settlements.map(settlementOf);
    const answers = await settle(settling, settlements);
    return { answers, owners: ownersOf(frontier, settlements, answers) };
  };

/** Ends leases, and counts how. */
export async function settle(
  settling: Desk['settling'],
  settlements: readonly Settlement[],
): Promise<LeaseAnswer[]> {
  const answers = await settling.settle(settlements);
  leasesSettled(settlements.map(({ outcome }) => outcome));
  return answers;
}

export const releaseLeases =
  ({ settling, frontier }: Pick<Desk, 'settling' | 'frontier'>) =>
  async (request: ReleaseLeasesRequest): Promise<ReleaseLeasesResponse> => {
    checkCount('releases', request.releases.length, MOST);
    const releases = request.releases.map(releaseOf);
    const answers = await settling.release(releases);
    return { answers, owners: ownersOf(frontier, releases, answers) };
  };

export const extendLeases =
  ({ settling, frontier }: Pick<Desk, 'settling' | 'frontier'>) =>
  async ({ leaseIds }: ExtendLeasesRequest): Promise<ExtendLeasesResponse> => {
    checkCount('lease_ids', leaseIds.length, MOST);
    leaseIds.forEach((id, at) => checkId(`lease_ids[${at}]`, id));
    const answers = await settling.extend(leaseIds);
    const owners = ownersOf(
      frontier,
      leaseIds.map((id) => ({ id })),
      answers,
    );
    return { answers, duration: durationOf(frontier.around.settings.leaseMs), owners };
  };

function ownersOf(
  frontier: Frontier,
  leases: readonly { readonly id: string }[],
  answers: readonly LeaseAnswer[],
) {
  const ids = leases.map(({ id }) => id);
  return ownersOfLeases(frontier, ids, { answers, notOwner: ANSWER.notOwner });
}

export function releaseOf({ leaseId, reason }: ProtoRelease, at: number): Release {
  const isKnown =
    reason === ReleaseReason.RELEASE_REASON_NOT_ATTEMPTED ||
    reason === ReleaseReason.RELEASE_REASON_ROBOTS_UNKNOWN;
  if (!isKnown) throw invalid(`releases[${at}].reason`, 'must be one of the reasons');
  const robotsUnknown = reason === ReleaseReason.RELEASE_REASON_ROBOTS_UNKNOWN;
  return { id: checkId(`releases[${at}].lease_id`, leaseId), robotsUnknown };
}

export function settlementOf(given: ProtoSettlement, at: number): Settlement {
  const field = `settlements[${at}]`;
  const { outcome, validators } = given;
  if (!OUTCOMES.has(outcome)) throw invalid(`${field}.outcome`, 'must be one of the outcomes');
  return {
    id: checkId(`${field}.lease_id`, given.leaseId),
    outcome,
    hostTimeMs: checkDuration(`${field}.host_time`, given.hostTime),
    retryAfterMs: checkDuration(`${field}.retry_after`, given.retryAfter),
    etag: validator(`${field}.validators.etag`, validators?.etag),
    lastModified: validator(`${field}.validators.last_modified`, validators?.lastModified),
    robots: robotsOf(`${field}.robots`, given),
    address: given.address === '' ? undefined : checkAddress(`${field}.address`, given.address),
    novel: given.novel,
  };
}

function robotsOf(field: string, { robots }: ProtoSettlement): RobotsResult | undefined {
  if (robots === undefined) return undefined;
  const { rulesAttempt } = robots;
  return {
    known: robots.known,
    rulesAttempt:
      rulesAttempt === undefined ? undefined : checkWhole(`${field}.rules_attempt`, rulesAttempt),
    crawlDelayMs: checkDuration(`${field}.crawl_delay`, robots.crawlDelay),
    maxAgeMs: checkDuration(`${field}.max_age`, robots.maxAge),
  };
}

/** A server may send what it likes: a validator that is too long to be kept is as good as none. */
function validator(field: string, value: string | undefined): string | undefined {
  if (value === undefined || value === '' || value.length > LONGEST_VALIDATOR) return undefined;
  return checkText(field, value, LONGEST_VALIDATOR);
}

function checkAddress(field: string, address: string): string {
  if (isIP(address) !== 0) return address;
  throw invalid(field, 'must be an IP address');
}

export function checkId(field: string, id: string): string {
  if (id === '') throw invalid(field, 'is missing');
  return checkText(field, id, LONGEST_ID);
}
