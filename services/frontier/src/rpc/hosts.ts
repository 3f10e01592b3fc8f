import type {
  BlockHostRequest,
  BlockHostResponse,
  GetHostRequest,
  GetHostResponse,
  SetHostPolicyRequest,
  SetHostPolicyResponse,
} from '@mayfly/contracts/frontier/v1';
import { durationOf } from '@mayfly/grpc';
import type { Desk } from '../core/desk.ts';
import { blockHost as putBlock, setHostPolicy as setPolicy } from '../core/host-policy.ts';
import { type Manners, ruderPoint } from '../core/manners.ts';
import { mannersOf, toManners } from './manners-fields.ts';
import { checkHost, checkText, checkTime, invalid } from './request-checks.ts';

export const getHost =
  ({ looking }: Pick<Desk, 'looking'>) =>
  async (request: GetHostRequest): Promise<GetHostResponse> => {
    const host = checkHost('host', request.host);
    const view = await looking.host(host);
    const { row, known, manners, nextAllowedMs, reason, leasesOut, block } = view;
    return {
      host,
      known,
      policy: row.policy === undefined ? undefined : toManners(row.policy),
      manners: toManners(manners),
      crawlDelay: row.crawlDelayMs === undefined ? undefined : durationOf(row.crawlDelayMs),
      nextAllowedTime: nextAllowedMs === undefined ? undefined : new Date(nextAllowedMs),
      restReason: reason,
      leasesOut,
      lastAttempt: row.attempt,
      failures: row.failures,
      block: block && {
        untilTime: block.untilMs === undefined ? undefined : new Date(block.untilMs),
        reason: block.reason,
      },
      tripped: view.isTripped,
      address: row.address ?? '',
      server: view.server ?? '',
      novelty: row.novelty ?? 1,
      urlQuota: view.urlQuota,
      crawlManners: view.crawlManners.map(({ crawl, manners: own }) => ({
        crawl,
        manners: toManners(own),
      })),
    };
  };

const LONGEST_REASON = 500;

export const blockHost =
  ({ frontier, leasing }: Pick<Desk, 'frontier' | 'leasing'>) =>
  async (request: BlockHostRequest): Promise<BlockHostResponse> => {
    const host = checkHost('host', request.host);
    const block = request.block && {
      untilMs: checkTime('block.until_time', request.block.untilTime),
      reason: checkText('block.reason', request.block.reason, LONGEST_REASON),
    };
    const leasesOut = await putBlock({ frontier, waking: leasing.waking }, host, block);
    return { leasesOut };
  };

const FIELDS: Readonly<Record<keyof Manners, string>> = {
  delayMs: 'delay',
  busyFactor: 'busy_factor',
  leasesAtATime: 'leases_at_a_time',
  obeyRobots: 'obey_robots',
};

export const setHostPolicy =
  ({ frontier, leasing }: Pick<Desk, 'frontier' | 'leasing'>) =>
  async (request: SetHostPolicyRequest): Promise<SetHostPolicyResponse> => {
    const host = checkHost('host', request.host);
    const policy = request.policy && mannersOf('policy', request.policy);
    const ruder = policy && ruderPoint(frontier.around.settings.manners, policy);
    if (ruder !== undefined) {
      throw invalid(`policy.${FIELDS[ruder]}`, 'must not be ruder than the frontier’s default');
    }
    const manners = await setPolicy({ frontier, waking: leasing.waking }, host, policy);
    return { manners: toManners(manners) };
  };
