import { Policy } from '@mayfly/contracts/crawl/v1';

/** Policies by the names people use. */
export const POLICIES = {
  mayfly: Policy.POLICY_MAYFLY,
  bfs: Policy.POLICY_BFS,
  'fixed-quota': Policy.POLICY_FIXED_QUOTA,
  frequency: Policy.POLICY_FREQUENCY,
  'echo-greedy': Policy.POLICY_ECHO_GREEDY,
  'echo-schedule': Policy.POLICY_ECHO_SCHEDULE,
  'echo-newpages': Policy.POLICY_ECHO_NEWPAGES,
  whittle: Policy.POLICY_WHITTLE,
} as const;

/** The name of one. */
export type PolicyOption = keyof typeof POLICIES;
