import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { PROJECT_TABLE } from '../lint/project-table.ts';
import { SERVICE_TABLE } from '../lint/service-table.ts';
import type { Ended } from './command.ts';

const FOLDER = 'tools/verify/fixtures';
const BETWEEN_PROJECTS = '@nx/enforce-module-boundaries';

/** What lint said of one fixture. */
interface Tried {
  readonly path: string;
  readonly problems: readonly string[];
  readonly messages: readonly string[];
  /** Why lint could not be asked. */
  readonly untried?: string;
}

/**
 * Each fixture says on its first line where it pretends to live and which rule every line below breaks there. A rule
 * that lets one through checks nothing; a fixture called `allowed` must pass, because a rule that refuses all is no
 * better; and a row of the tables that no fixture breaks is one that nobody has seen work.
 */
export async function boundaryFixtures(folder = FOLDER): Promise<Ended> {
  const eslint = new ESLint({ overrideConfig: [tseslint.configs.disableTypeChecked] as never });
  const paths = readdirSync(folder).map((name) => join(folder, name));
  const tried = await Promise.all(paths.map((path) => tryFixture(eslint, path)));
  const problems = [...tried.flatMap((each) => each.problems), ...rowsWithoutFixture(tried)];
  const untried = tried.flatMap(({ path, untried: why }) =>
    why === undefined ? [] : [`${path}: not tried, ${why}`],
  );
  const output = [...problems, ...untried].map((line) => `${line}\n`).join('');
  return { passed: problems.length === 0, output };
}

async function tryFixture(eslint: ESLint, path: string): Promise<Tried> {
  const text = readFileSync(path, 'utf8');
  const [, as, breaks] = /^\/\/ as (\S+) breaks (\S+)\n/.exec(text) ?? [];
  if (as === undefined || breaks === undefined) {
    const problems = [`${path}: first line is not '// as PATH breaks RULE'`];
    return { path, problems, messages: [] };
  }
  const untried = breaks === BETWEEN_PROJECTS ? missingProject(as, text) : undefined;
  if (untried !== undefined) return { path, problems: [], messages: [], untried };
  const [result] = await eslint.lintText(text, { filePath: as });
  const found = result?.messages ?? [];
  const problems =
    breaks === 'nothing'
      ? found.map(({ ruleId, message }) => `${path}: refused by ${ruleId}: ${message}`)
      : linesLetThrough(
          path,
          text,
          found.filter(({ ruleId }) => ruleId === breaks),
        );
  return { path, problems, messages: found.map(({ message }) => message) };
}

function linesLetThrough(
  path: string,
  text: string,
  reported: readonly { readonly line: number }[],
): string[] {
  const lines = new Set(reported.map(({ line }) => line));
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line, number }) => number > 1 && line !== '' && !lines.has(number))
    .map(({ line }) => `${path}: lint lets through ${line}`);
}

/** Nx knows only projects that are there, and a rule about others is silent. */
function missingProject(as: string, text: string): string | undefined {
  const own = as.split('/').slice(0, 2).join('/');
  if (!existsSync(join(own, 'package.json'))) return `because there is no project ${own}`;
  const imported = [...text.matchAll(/'(@mayfly\/[a-z-]+)/g)].map((match) => match[1]!);
  const missing = imported.find((name) => !existsSync(join('node_modules', name)));
  return missing === undefined ? undefined : `because there is no project ${missing}`;
}

function rowsWithoutFixture(tried: readonly Tried[]): string[] {
  const messages = tried.flatMap((each) => each.messages);
  const inside = SERVICE_TABLE.flatMap(({ name, only, not = [], notRun = [], names = {} }) => {
    const words = only === undefined ? [...not, ...notRun, ...Object.values(names).flat()] : [''];
    return words.map((word) => `${name} may not import ${word}`);
  }).filter((rule) => !messages.some((message) => message.startsWith(rule)));
  const between = PROJECT_TABLE.filter(
    ({ onlyDependOnLibsWithTags: tags }) => !tags.includes('*'),
  ).map(({ sourceTag }) => `${sourceTag.replace('type:', '')}-imports-`);
  return [
    ...inside.map((rule) => `no fixture breaks the rule: ${rule}`),
    ...between
      .filter((start) => !tried.some(({ path }) => basename(path).startsWith(start)))
      .map((start) => `no fixture is called ${start}…`),
  ];
}
