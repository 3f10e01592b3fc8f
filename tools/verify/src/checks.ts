import { boundaryFixtures } from './boundary-fixtures.ts';
import { command, type Ended, inOrder, problems } from './command.ts';
import { dependencyProblems } from './dependencies.ts';
import { fileNameProblems } from './file-names.ts';
import { brokenLinks } from './links.ts';
import { undeclaredEvents } from './declared-events.ts';
import { stalePages, writePages } from './pages.ts';
import { unknownCommands } from './readme-commands.ts';

/** One thing that must be true of the tree, and what makes it true where a machine can. */
export interface Check {
  readonly name: string;
  readonly means: string;
  readonly check: () => Promise<Ended>;
  readonly fix?: () => Promise<Ended>;
}

// The boundary rule reads Nx' project graph from its cache and is silently skipped when there is none.
const projectGraph = command('nx', 'show', 'projects');
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
    check: problems(stalePages),
    fix: problems(writePages),
  },
  {
    name: 'telemetry',
    means: 'log events and metrics are declared where docs/telemetry.md is made from',
    check: problems(undeclaredEvents),
  },
  { name: 'links', means: 'links between pages lead somewhere', check: problems(brokenLinks) },
  {
    name: 'commands',
    means: 'npm commands named in pages exist',
    check: problems(unknownCommands),
  },
  {
    name: 'names',
    means: 'files are kebab-case and named for a concept',
    check: problems(fileNameProblems),
  },
  {
    name: 'dependencies',
    means: 'exact versions, one lockfile that names no host',
    check: problems(dependencyProblems),
  },
];
