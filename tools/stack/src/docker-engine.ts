import { runCommand } from './run-command.ts';

export const IMAGES = { mongodb: 'mongo:6.0', kafka: 'apache/kafka:4.3.1' } as const;

const ANSWER_LIMIT_MS = 5_000;
const PULL_LIMIT_MS = 15 * 60_000;

/** Why Docker cannot be used here; undefined if an engine answers. */
export async function dockerRefusal(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const args = ['info', '--format', '{{.OSType}} {{.ServerVersion}}'];
  const info = await runCommand('docker', args, { env, limitMs: ANSWER_LIMIT_MS });
  if (!info.ok) return info.problem;
  const [system, version] = info.stdout.trim().split(' ');
  if (system === undefined || system === '' || version === undefined) {
    return 'the Docker engine does not say what it is';
  }
  return system === 'linux' ? undefined : `the Docker engine runs ${system} containers only`;
}

/** Makes sure that the image is on the machine. */
export async function pullImage(
  image: string,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<void> {
  const there = await runCommand('docker', ['image', 'inspect', image], {
    env,
    limitMs: ANSWER_LIMIT_MS,
  });
  if (there.ok) return;
  log(`pulling ${image}`);
  const pulled = await runCommand('docker', ['pull', image], {
    env,
    limitMs: PULL_LIMIT_MS,
    onLine: log,
  });
  if (!pulled.ok) throw new Error(`${image} could not be pulled: ${pulled.problem}`);
}

/** Runs a docker command that has to pass. */
export async function docker(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  const result = await runCommand('docker', args, { env, limitMs: 60_000 });
  if (!result.ok) throw new Error(result.problem);
  return result.stdout;
}
