import type { PutBudgetsRequest } from '@mayfly/contracts/frontier/v1';
import type { CallOptions } from '@mayfly/grpc';
import type { FrontierReplicas } from './open-frontier.ts';

/** Tells every replica of the budgets; the revision is one that all of them have. */
export async function putBudgets(
  { owners }: FrontierReplicas,
  request: PutBudgetsRequest,
  options: CallOptions = {},
): Promise<number> {
  const each = await owners.eachOwner(options);
  const all = await Promise.all(
    each.map((replica) => replica.call((client) => client.putBudgets(request, options))),
  );
  return Math.min(...all.map(({ revision }) => revision));
}
