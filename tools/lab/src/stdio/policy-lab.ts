import { UsageError } from '@mayfly/command-line';
import type { Asked, Lab } from '../lab.ts';
import { policyCalled } from '../policy-names.ts';
import { talk } from './talk.ts';

/** Runs one policy as a process that a foreign simulator drives. */
export const POLICY: Lab = {
  name: 'policy',
  means: 'one policy, driven by a simulator of yours through lines of JSON (see the README)',
  help: `  NAME             the policy
  --stdio          lines come on standard input, answers go to standard output`,
  options: { stdio: { type: 'boolean', default: false } },
  read,
};

function read({ values, names: [name, ...more] }: Asked) {
  if (name === undefined) throw new UsageError('policy: name one, such as mayfly');
  if (more.length > 0) throw new UsageError(`one policy at a time; ${more.join(' ')} is too much`);
  const policy = policyCalled(name);
  if (values.stdio !== true)
    throw new UsageError('policy: say --stdio, there is no other way to drive it');
  return async (): Promise<number> => {
    // A simulator that goes away before its last answer is done with us.
    process.stdout.on('error', () => process.exit(0));
    await talk(policy, process.stdin, (text) => void process.stdout.write(text));
    return 0;
  };
}
