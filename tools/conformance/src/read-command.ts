import { countOption, readArguments, UsageError } from '@mayfly/command-line';
import type { Suite } from './suite.ts';
import { SUITES } from './suites.ts';

/** What the arguments ask for. */
export interface Command {
  /** A file or a folder; undefined means the folder beside the repository. */
  readonly data: string | undefined;
  readonly suites: readonly Suite[];
  /** Set where one suite was asked for: files of others are then passed over in silence. */
  readonly only: Suite | undefined;
  readonly missed: number;
  readonly json: boolean;
}

/** Reads the arguments; a UsageError says what is wrong with them. */
export function readCommand(args: readonly string[]): Command | 'help' {
  const { values } = readArguments({
    args: [...args],
    options: {
      data: { type: 'string' },
      suite: { type: 'string' },
      missed: { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  return {
    data: values.data,
    suites: SUITES,
    only: values.suite === undefined ? undefined : suiteCalled(values.suite),
    missed: countOption('missed', values.missed, 0),
    json: values.json,
  };
}

function suiteCalled(name: string): Suite {
  const suite = SUITES.find((each) => each.name === name);
  if (suite !== undefined) return suite;
  const known = SUITES.map((each) => each.name).join(', ');
  throw new UsageError(`--suite: there is none called ${name}; there are ${known}`);
}
