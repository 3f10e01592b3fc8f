import { randomInt } from 'node:crypto';
import { countOption, readArguments, UsageError } from '@mayfly/command-line';
import { type Soak, SOAKS } from './soaks.ts';

/** What the arguments ask for. */
export interface Command {
  readonly soak: Soak;
  readonly rounds: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly engine: string | undefined;
  readonly seed: number;
  readonly json: boolean;
}

/** Reads the arguments; a UsageError says what is wrong with them. */
export function readCommand(args: readonly string[]): Command | 'help' {
  const { values, positionals } = readArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '10' },
      minutes: { type: 'string', default: '10' },
      seconds: { type: 'string', default: '60' },
      engine: { type: 'string' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const soak = soakCalled(positionals);
  return {
    soak,
    rounds: countOption('rounds', values.rounds),
    minutes: countOption('minutes', values.minutes),
    seconds: countOption('seconds', values.seconds),
    engine: engineOf(soak, values.engine),
    seed: countOption('seed', values.seed, 0),
    json: values.json,
  };
}

function soakCalled([name, ...more]: readonly string[]): Soak {
  const known = SOAKS.map((each) => each.name).join(', ');
  if (name === undefined) throw new UsageError(`name a soak; there are ${known}`);
  if (more.length > 0) throw new UsageError(`one soak at a time; ${more.join(' ')} is too much`);
  const soak = SOAKS.find((each) => each.name === name);
  if (soak === undefined) throw new UsageError(`no soak called ${name}; there are ${known}`);
  return soak;
}

function engineOf({ name, engines = [] }: Soak, engine: string | undefined): string | undefined {
  if (engine === undefined || engines.includes(engine)) return engine;
  const known = engines.length === 0 ? 'none to choose from' : engines.join(', ');
  throw new UsageError(`--engine: ${name} has ${known}; it is ${engine}`);
}
