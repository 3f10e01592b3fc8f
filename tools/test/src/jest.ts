import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@mayfly/command-line';
import { runProgram } from './programs.ts';
import type { JestReport } from './report.ts';

const JEST = [
  '--disable-warning=ExperimentalWarning',
  // kafkajs sets timers for moments long past.
  '--disable-warning=TimeoutNegativeWarning',
  '--experimental-vm-modules',
  'node_modules/jest/bin/jest.js',
];

/** Which specs: of these projects of jest.config.mjs, and where the path matches. */
export interface Selection {
  readonly projects: readonly string[];
  readonly only: string | undefined;
}

/** The paths of the specs, as jest itself finds them, whether or not their servers can be had. */
export async function listSpecs(selection: Selection, folder: string): Promise<string[]> {
  const file = join(folder, 'specs.txt');
  const stdout = openSync(file, 'w');
  try {
    const args = [...JEST, '--listTests', ...argumentsOf(selection)];
    const env = { ...process.env, MAYFLY_TEST_WITHOUT: '' };
    const code = await runProgram(process.execPath, args, env, stdout);
    if (code !== 0) throw new Error(`jest ended with ${code} when asked for its specs`);
  } finally {
    closeSync(stdout);
  }
  const specs = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('.ts'));
  if (specs.length > 0) return specs;
  throw new UsageError(
    `no test file of ${selection.projects.join(', ')} matches ${selection.only}`,
  );
}

/** Runs the specs, so many at once; the report is missing when jest died. */
export async function runSpecs(
  selection: Selection,
  workers: number,
  env: NodeJS.ProcessEnv,
  folder: string,
): Promise<{ code: number; report: JestReport | undefined }> {
  const outputFile = join(folder, `report-${selection.projects.join('-')}.json`);
  const args = [
    ...JEST,
    `--maxWorkers=${workers}`,
    '--json',
    `--outputFile=${outputFile}`,
    // All specs that were asked for may need a server that cannot be had.
    '--passWithNoTests',
    ...argumentsOf(selection),
  ];
  const code = await runProgram(process.execPath, args, env);
  if (!existsSync(outputFile)) return { code: code || 1, report: undefined };
  return { code, report: JSON.parse(readFileSync(outputFile, 'utf8')) as JestReport };
}

function argumentsOf({ projects, only }: Selection): string[] {
  return [
    ...projects.flatMap((project) => ['--selectProjects', project]),
    ...(only === undefined ? [] : ['--testPathPatterns', only]),
  ];
}
