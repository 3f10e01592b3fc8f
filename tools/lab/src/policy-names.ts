import { UsageError } from '@mayfly/command-line';
import { POLICY_NAMES, type PolicyName } from '@mayfly/echo';

/** The policy of this name, or a word about which there are. */
export function policyCalled(name: string): PolicyName {
  const policy = POLICY_NAMES.find((each) => each === name);
  if (policy === undefined) {
    throw new UsageError(`no policy called ${name}; there are ${POLICY_NAMES.join(', ')}`);
  }
  return policy;
}
