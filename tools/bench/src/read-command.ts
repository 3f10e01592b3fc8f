import { readArguments, UsageError } from '@mayfly/command-line';
import { type Bench, BENCHES } from './benches.ts';

/** What the arguments ask for. */
export interface Command {
  readonly bench: Bench;
  /** The bench's own options. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly json: boolean;
}

/** Reads the arguments; a UsageError says what is wrong with them. */
export function readCommand([name, ...args]: readonly string[]): Command | 'help' {
  if (name === '--help') return 'help';
  const bench = benchCalled(name);
  const { json, help, ...values } = readArguments({
    args,
    options: {
      ...bench.options,
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values;
  return help === true ? 'help' : { bench, values, json: json === true };
}

function benchCalled(name: string | undefined): Bench {
  const known = BENCHES.map((each) => each.name).join(', ');
  if (name === undefined) throw new UsageError(`name a bench; there are ${known}`);
  // Each bench has options of its own, so its name must be known before they can be read.
  if (name.startsWith('-')) throw new UsageError(`name a bench before ${name}; there are ${known}`);
  const bench = BENCHES.find((each) => each.name === name);
  if (bench === undefined) throw new UsageError(`no bench called ${name}; there are ${known}`);
  return bench;
}
