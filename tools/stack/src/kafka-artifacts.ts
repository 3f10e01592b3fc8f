import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cached, cacheFolder, isCached } from './artifact-cache.ts';
import { runCommand } from './run-command.ts';

export const KAFKA_VERSION = '4.3.1';
const NAME = `kafka-${KAFKA_VERSION}`;
const OLDEST_JAVA = 17;
const FETCH_LIMIT_MS = 15 * 60_000;

/** What runs a broker. */
export interface KafkaProgram {
  readonly java: string;
  readonly classPath: string;
  /** More options for the Java that runs it. */
  readonly javaOptions: readonly string[];
}

/** Why Kafka cannot be run from its jars here; undefined if nothing is known to speak against it. */
export async function kafkaArtifactsRefusal(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const problem = await javaProblem(env);
  if (problem !== undefined || isCached(cacheFolder(env), NAME)) return problem;
  const maven = await runCommand('mvn', ['--version'], { env, limitMs: 30_000 });
  return maven.ok ? undefined : `Kafka is not in the cache, and ${maven.problem}`;
}

/** The jars of the broker, from the cache or else by Maven. */
export async function fetchKafka(
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<KafkaProgram> {
  const fetch = async (folder: string): Promise<void> => {
    log(`fetching Kafka ${KAFKA_VERSION} with mvn`);
    writeFileSync(join(folder, 'pom.xml'), POM);
    const goal = [
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      '-DoutputDirectory=lib',
    ];
    const options = { env, cwd: folder, limitMs: FETCH_LIMIT_MS, onLine: log };
    const copied = await runCommand('mvn', ['-q', '-B', '-Dstyle.color=never', ...goal], options);
    if (!copied.ok) throw new Error(`Kafka could not be fetched: ${copied.problem}`);
    await checkJars(programIn(folder, env), env);
    log(`fetched Kafka ${KAFKA_VERSION}`);
  };
  const folder = await cached(cacheFolder(env), { name: NAME, fetch }, log);
  return programIn(folder, env);
}

function programIn(folder: string, env: NodeJS.ProcessEnv): KafkaProgram {
  return { java: javaOf(env), classPath: join(folder, 'lib', '*'), javaOptions: [] };
}

async function checkJars(program: KafkaProgram, env: NodeJS.ProcessEnv): Promise<void> {
  const args = ['-cp', program.classPath, 'kafka.tools.StorageTool', 'random-uuid'];
  const run = await runCommand(program.java, args, { env, limitMs: 60_000 });
  if (!run.ok) throw new Error(`the Kafka that was fetched does not run: ${run.problem}`);
}

async function javaProblem(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const java = await runCommand(javaOf(env), ['-version'], { env, limitMs: 20_000 });
  if (!java.ok) return java.problem;
  const version = /version "(\d+)/.exec(java.output)?.[1];
  if (version === undefined) return `\`${javaOf(env)} -version\` names no version`;
  if (Number(version) >= OLDEST_JAVA) return undefined;
  return `Kafka needs Java ${OLDEST_JAVA} or newer, and \`${javaOf(env)}\` is ${version}`;
}

function javaOf(env: NodeJS.ProcessEnv): string {
  return env.JAVA_HOME ? join(env.JAVA_HOME, 'bin', 'java') : 'java';
}

/** A project that only depends on the broker: Maven then copies it with all it needs. */
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>mayfly</groupId>
  <artifactId>kafka</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka_2.13</artifactId>
      <version>${KAFKA_VERSION}</version>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-simple</artifactId>
      <version>1.7.36</version>
    </dependency>
  </dependencies>
</project>
`;
