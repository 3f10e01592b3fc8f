import type { Policy, PolicyName, PolicyOptions } from './policy.ts';
import { believeFrequency, believePaper } from './policies/beliefs.ts';
import { BreadthFirst } from './policies/bfs.ts';
import { Mayfly } from './policies/mayfly.ts';
import { GREEDY, PagesFirst, WHITTLE } from './policies/pages-first.ts';
import { ECHO_NEWPAGES, ECHO_SCHEDULE, Scheduled } from './policies/scheduled.ts';

/** How each policy is opened. */
export const POLICIES: Readonly<Record<PolicyName, (options: PolicyOptions) => Policy>> = {
  bfs: (options) => new BreadthFirst(options),
  'fixed-quota': (options) =>
    new Scheduled(options, {
      ...ECHO_SCHEDULE,
      name: 'fixed-quota',
      first: 'turns',
      share: 1 / 2,
      chargePages: false,
      believe: believePaper,
    }),
  frequency: (options) =>
    new Scheduled(options, { ...ECHO_SCHEDULE, name: 'frequency', believe: believeFrequency }),
  'echo-greedy': (options) => new PagesFirst(options, GREEDY),
  'echo-schedule': (options) => new Scheduled(options, ECHO_SCHEDULE),
  'echo-newpages': (options) => new Scheduled(options, ECHO_NEWPAGES),
  whittle: (options) => new PagesFirst(options, WHITTLE),
  mayfly: (options) => new Mayfly(options),
};

/** Opens a policy by its name. */
export function openPolicy(name: PolicyName, options: PolicyOptions): Policy {
  return POLICIES[name](options);
}
