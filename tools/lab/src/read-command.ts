import { readArguments, UsageError } from '@mayfly/command-line';
import type { Lab, Output } from './lab.ts';
import { LABS } from './labs.ts';

/** What the arguments ask for. */
export interface Command {
  readonly run: (output: Output) => Promise<number>;
  readonly json: boolean;
}

/** Reads the arguments; a UsageError says what is wrong with them. */
export function readCommand([name, ...args]: readonly string[]): Command | 'help' {
  if (name === '--help') return 'help';
  const lab = labCalled(name);
  const { values, positionals } = readArguments({
    args: withValues(args, lab),
    allowPositionals: true,
    options: {
      ...lab.options,
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help === true) return 'help';
  return { run: lab.read({ values, names: positionals }), json: values.json === true };
}

/** Gives options that stand alone the value they then mean. */
function withValues(args: readonly string[], { alone = {} }: Lab): string[] {
  return args.map((arg, i) => {
    const value = arg.startsWith('--') ? alone[arg.slice(2)] : undefined;
    const next = args[i + 1];
    return value === undefined || (next !== undefined && !next.startsWith('-'))
      ? arg
      : `${arg}=${value}`;
  });
}

function labCalled(name: string | undefined): Lab {
  const known = LABS.map((each) => each.name).join(', ');
  if (name === undefined) throw new UsageError(`name a lab; there are ${known}`);
  // Each lab has options of its own, so its name must be known before they can be read.
  if (name.startsWith('-')) throw new UsageError(`name a lab before ${name}; there are ${known}`);
  const lab = LABS.find((each) => each.name === name);
  if (lab === undefined) throw new UsageError(`no lab called ${name}; there are ${known}`);
  return lab;
}
