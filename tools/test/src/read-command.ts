import { readArguments, UsageError } from '@mayfly/command-line';
import { type Part, PARTS } from './parts.ts';

/** What the arguments ask for. */
export interface Command {
  readonly parts: readonly Part[];
  /** The pattern that a test file's path must match. */
  readonly only: string | undefined;
}

/** Reads the arguments; a UsageError says what is wrong with them. */
export function readCommand(args: readonly string[]): Command | 'help' {
  const { values, positionals } = readArguments({
    args: [...args],
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  if (values.help) return 'help';
  const unknown = positionals.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0) {
    const known = PARTS.map((part) => part.name).join(', ');
    throw new UsageError(`no part called ${unknown.join(', ')}; there are ${known}`);
  }
  checkPattern(values.only);
  // The static gate has no test files: who asks for some wants those, unless both are named.
  const usual = values.only === undefined ? PARTS : PARTS.filter((part) => part.project);
  const parts =
    positionals.length === 0 ? usual : PARTS.filter(({ name }) => positionals.includes(name));
  if (values.only !== undefined && !parts.some((part) => part.project)) {
    throw new UsageError('--only: is for test files, and verify has none');
  }
  return { parts, only: values.only };
}

/** Jest takes a pattern that it cannot read for none at all, and runs everything. */
function checkPattern(only: string | undefined): void {
  if (only === undefined) return;
  if (only.trim() === '') throw new UsageError('--only: must not be empty');
  try {
    new RegExp(only);
  } catch {
    throw new UsageError(`--only: must be a regular expression; it is ${only}`);
  }
}
