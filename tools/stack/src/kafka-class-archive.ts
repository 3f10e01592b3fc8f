import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cached, cacheFolder } from './artifact-cache.ts';
import { KAFKA_VERSION, type KafkaProgram } from './kafka-artifacts.ts';
import { openCluster } from './kafka-cluster.ts';
import { runCommand } from './run-command.ts';

const FILE = 'classes.jsa';

/**
 * The same program with an archive of its classes, as Java had them in memory when a broker ran once.
 * A broker starts in half the time with it, and tests start many. It fits one build of Java only, and
 * is a convenience: where it cannot be made, the program is as good without.
 */
export async function withClassArchive(
  program: KafkaProgram,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<KafkaProgram> {
  const { output } = await runCommand(program.java, ['-version'], { env, limitMs: 20_000 });
  const build = createHash('sha256').update(output).digest('hex').slice(0, 12);
  const fetch = async (folder: string): Promise<void> => {
    log('preparing Kafka for quick starts');
    await makeArchive(program, folder, env);
  };
  try {
    const name = `kafka-${KAFKA_VERSION}-classes-${build}`;
    const folder = await cached(cacheFolder(env), { name, fetch }, log);
    return { ...program, javaOptions: [`-XX:SharedArchiveFile=${join(folder, FILE)}`] };
  } catch (error) {
    log(`Kafka will start slowly: ${error instanceof Error ? error.message : String(error)}`);
    return program;
  }
}

/** Java writes the archive when a broker, run for this alone, ends in good order. */
async function makeArchive(
  program: KafkaProgram,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const javaOptions = [`-XX:ArchiveClassesAtExit=${join(folder, FILE)}`];
  const dataDir = join(folder, 'run');
  const set = await openCluster(
    { way: 'artifacts', program: { ...program, javaOptions } },
    { nodes: 1, dataDir, temporary: false, outlive: false, env, log: () => undefined },
  );
  await set.stop();
  rmSync(dataDir, { recursive: true, force: true });
  if (!existsSync(join(folder, FILE))) throw new Error('Java wrote no archive of its classes');
}
