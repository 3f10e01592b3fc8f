import { boundaryFixtures } from './boundary-fixtures.ts';
import { command, type Ended, inOrder, problems, quiet } from './command.ts';
import { dependencyProblems, pinDependencies } from './dependencies.ts';
import { fileNameProblems } from './file-names.ts';
import { brokenLinks } from './links.ts';
import { undeclaredEvents } from './declared-events.ts';
import { stalePages, writePages } from './pages.ts';
import { unknownCommands } from './readme-commands.ts';

/** One thing that must be true of the tree, and what makes it true: a machine, or a word to a person. */
export type Check = {
  readonly name: string;
  readonly means: string;
  readonly check: () => Promise<Ended>;
} & (
  | { readonly fix: () => Promise<Ended>; readonly byHand?: undefined }
  | { readonly fix?: undefined; readonly byHand: string }
);

// The boundary rule reads Nx' project graph from its cache and is silently skipped when there is none.
const projectGraph = quiet(command('nx', 'show', 'projects'));
// Without ESLint's cache: rules that read types depend on other files than the one that is linted.
const eslint = (...args: string[]) => command('eslint', '.', '--max-warnings', '0', ...args);

export const CHECKS: readonly Check[] = [
  {
    name: 'lint',
    means: 'ESLint, with the import rules of CONTRIBUTING.md',
    check: inOrder(projectGraph, eslint()),
    fix: inOrder(projectGraph, eslint('--fix')),
  },
  {
    name: 'types',
    means: 'tsc over the whole tree',
    check: command('tsc', '-p', 'tsconfig.json'),
    byHand: 'change the code that tsc complains of',
  },
  {
    name: 'format',
    means: 'Prettier',
    check: command('prettier', '--check', '--log-level', 'warn', '.'),
    fix: command('prettier', '--write', '--log-level', 'warn', '.'),
  },
  {
    name: 'boundaries',
    means: 'fixtures that break the import rules fail lint',
    check: inOrder(projectGraph, () => boundaryFixtures()),
    byHand: 'give the rule in tools/verify/lint its teeth back, or the row a fixture',
  },
  {
    name: 'proto',
    means: 'buf format and lint',
    check: inOrder(
      command('buf', 'format', 'proto', '--diff', '--exit-code'),
      command('buf', 'lint', 'proto'),
    ),
    fix: command('buf', 'format', 'proto', '--write'),
  },
  {
    name: 'breaking',
    means: 'no contract breaks unnoticed',
    check: command('node', 'libs/contracts/breaking.ts'),
    byHand: 'undo the break, or before the first release tell it in CHANGELOG.md',
  },
  {
    name: 'generated',
    means: 'libs/contracts is what proto/ says',
    check: command('node', 'libs/contracts/generate.ts', '--check'),
    fix: command('node', 'libs/contracts/generate.ts'),
  },
  {
    name: 'pages',
    means: 'docs/errors.md, docs/config.md and docs/telemetry.md are what the code says',
    check: problems(() => stalePages()),
    fix: problems(() => writePages()),
  },
  {
    name: 'telemetry',
    means: 'log events and metrics are declared where docs/telemetry.md is made from',
    check: problems(undeclaredEvents),
    byHand: 'declare the name in a TELEMETRY list and use it from there',
  },
  {
    name: 'links',
    means: 'links between pages lead somewhere',
    check: problems(brokenLinks),
    byHand: 'correct the link, or bring back what it led to',
  },
  {
    name: 'commands',
    means: 'npm commands named in pages exist',
    check: problems(unknownCommands),
    byHand: 'write the command as its --help says',
  },
  {
    name: 'names',
    means: 'files are kebab-case and named for a concept',
    check: problems(fileNameProblems),
    byHand: 'rename the file for the concept it holds',
  },
  {
    name: 'dependencies',
    means: 'exact versions, one lockfile that names no host',
    check: problems(dependencyProblems),
    fix: problems(pinDependencies),
  },
];
