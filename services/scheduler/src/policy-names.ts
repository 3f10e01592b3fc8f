import { Policy } from '@mayfly/contracts/crawl/v1';
import type { PolicyName } from '@mayfly/echo';

/** Policies as the contract numbers them. */
export const POLICY_NUMBERS: Readonly<Record<PolicyName, Policy>> = {
  bfs: Policy.POLICY_BFS,
  'fixed-quota': Policy.POLICY_FIXED_QUOTA,
  frequency: Policy.POLICY_FREQUENCY,
  'echo-greedy': Policy.POLICY_ECHO_GREEDY,
  'echo-schedule': Policy.POLICY_ECHO_SCHEDULE,
  'echo-newpages': Policy.POLICY_ECHO_NEWPAGES,
  whittle: Policy.POLICY_WHITTLE,
  mayfly: Policy.POLICY_MAYFLY,
};

const NAMES = new Map<Policy, PolicyName>([
  [Policy.POLICY_UNSPECIFIED, 'mayfly'],
  ...Object.entries(POLICY_NUMBERS).map(([name, number]) => [number, name as PolicyName] as const),
]);

/** The policy of that number; `mayfly` where none is named, undefined where there is no such policy. */
export function policyNamed(number: Policy): PolicyName | undefined {
  return NAMES.get(number);
}
