import { readArguments, UsageError } from '@mayfly/command-line';
import { type Check, CHECKS } from './checks.ts';

/** What the arguments ask for. */
export interface Command {
  readonly checks: readonly Check[];
  readonly fix: boolean;
}

/** Reads the arguments; a UsageError says what is wrong with them. */
export function readCommand(args: readonly string[]): Command | 'help' {
  const { values, positionals } = readArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      fix: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const unknown = positionals.filter((name) => !CHECKS.some((check) => check.name === name));
  if (unknown.length > 0) {
    const known = CHECKS.map((check) => check.name).join(', ');
    throw new UsageError(`no check called ${unknown.join(', ')}; there are ${known}`);
  }
  const checks = CHECKS.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  return { checks, fix: values.fix };
}
