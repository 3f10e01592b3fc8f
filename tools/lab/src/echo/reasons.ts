import type { PolicyName } from '@mayfly/echo';

/** Why a policy does better or worse on the generated web than on the paper's, as far as experiments show. */
const REASONS: Partial<Record<PolicyName, { readonly above?: string; readonly below?: string }>> = {
  frequency: {
    below:
      'archives and chatter have the highest rates, so it asks them first; the fewer pages archives have, the more it earns',
    above: 'archives leave it more requests than in the paper',
  },
  'fixed-quota': {
    above:
      'interest is in fewer sections than in the paper, so half the requests are enough for more of it; with more left to chance it falls to the paper',
    below: 'interest is in more sections than half the requests can follow',
  },
  'echo-schedule': {
    above: 'bursts, which put it behind its schedule in the paper, are milder here',
    below: 'pages that wait take what is spare, so it seldom returns to a source it misjudged',
  },
  'echo-greedy': {
    below:
      'it keeps asking the few sources it found good first, and returns to the others too seldom',
  },
  bfs: {
    above: 'lists are easier to sweep than in the paper',
    below: 'a round over all sources takes so long that short lists turn over in between',
  },
};

export function reasonFor(policy: PolicyName, difference: number): string {
  const reasons = REASONS[policy];
  return (difference > 0 ? reasons?.above : reasons?.below) ?? 'no reason is known';
}
