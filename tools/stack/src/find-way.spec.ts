import { describe, expect, it } from '@jest/globals';
import { freePort, temporaryFolder } from '@mayfly/testing';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fakeJava, FakePrograms } from '../test/fake-programs.ts';
import { type Choice, findWay } from './find-way.ts';
import type { Way } from './ways.ts';

function reasonOf(choice: Choice, way: Way): string | undefined {
  return choice.tried.find((refusal) => refusal.way === way)?.reason;
}

const DOCKER = `if (args[0] === 'info') console.log('linux 27.1.0');`;

describe('findWay', () => {
  it('says for each way why it does not work on a machine that has nothing', async () => {
    await using folder = await temporaryFolder();
    const { env } = new FakePrograms(folder.path);
    const kafka = await findWay('kafka', env);
    expect(kafka).toEqual({
      way: undefined,
      tried: [
        { way: 'given', reason: 'MAYFLY_KAFKA_BROKERS is not set' },
        { way: 'docker', reason: '`docker` is not on the PATH' },
        { way: 'artifacts', reason: '`java` is not on the PATH' },
      ],
    });
    const mongodb = await findWay('mongodb', env);
    expect(mongodb.way).toBeUndefined();
    expect(reasonOf(mongodb, 'artifacts')).toMatch(
      /mongod is not in the cache, and `pip` is not on the PATH, and `python3` is not on the PATH|linux x64/,
    );
  });

  it('takes Docker before artifacts', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path)
      .add('docker', DOCKER)
      .add('java', fakeJava('17.0.15'))
      .add('mvn', '');
    expect((await findWay('kafka', programs.env)).way).toBe('docker');
  });

  it('passes over a docker command without an engine, and keeps what it said', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path)
      .add('docker', `console.error('Cannot connect to the Docker daemon'); process.exit(1);`)
      .add('java', fakeJava('21.0.1'))
      .add('mvn', '');
    const choice = await findWay('kafka', programs.env);
    expect(choice.way).toBe('artifacts');
    expect(reasonOf(choice, 'docker')).toContain('Cannot connect to the Docker daemon');
  });

  it('passes over an engine for containers of another system', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add('docker', `console.log('windows 27.1.0');`);
    expect(reasonOf(await findWay('kafka', programs.env), 'docker')).toContain(
      'windows containers',
    );
  });

  it('refuses a Java that is too old', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add('java', fakeJava('11.0.2')).add('mvn', '');
    const choice = await findWay('kafka', programs.env);
    expect(reasonOf(choice, 'artifacts')).toContain('needs Java 17 or newer, and `java` is 11');
  });

  it('uses the Java that JAVA_HOME names', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add('java', fakeJava('11.0.2')).add('mvn', '');
    const home = join(folder.path, 'jdk');
    new FakePrograms(home).add('java', fakeJava('17.0.15'));
    const choice = await findWay('kafka', { ...programs.env, JAVA_HOME: home });
    expect(choice.way).toBe('artifacts');
  });

  it('needs no Maven when Kafka is in the cache', async () => {
    await using folder = await temporaryFolder();
    const { env } = new FakePrograms(folder.path).add('java', fakeJava('17.0.15'));
    expect(reasonOf(await findWay('kafka', env), 'artifacts')).toBe(
      'Kafka is not in the cache, and `mvn` is not on the PATH',
    );
    mkdirSync(join(folder.path, 'cache', 'stack', 'kafka-4.3.1'), { recursive: true });
    expect((await findWay('kafka', env)).way).toBe('artifacts');
  });

  it('chooses for each server apart', async () => {
    await using folder = await temporaryFolder();
    const { env } = new FakePrograms(folder.path).add('python3', '');
    const linux = process.platform === 'linux' && process.arch === 'x64';
    expect((await findWay('mongodb', env)).way).toBe(linux ? 'artifacts' : undefined);
    expect((await findWay('kafka', env)).way).toBeUndefined();
  });

  it('tries nothing else when an address is given that does not answer', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add('docker', DOCKER);
    const port = await freePort();
    const brokers = `127.0.0.1:${port}`;
    const kafka = await findWay('kafka', { ...programs.env, MAYFLY_KAFKA_BROKERS: brokers });
    expect(kafka.way).toBeUndefined();
    expect(kafka.tried).toHaveLength(1);
    expect(reasonOf(kafka, 'given')).toContain('MAYFLY_KAFKA_BROKERS is set, but no server');
    const url = `mongodb://127.0.0.1:${port}`;
    const mongodb = await findWay('mongodb', { ...programs.env, MAYFLY_MONGO_URL: url });
    expect(reasonOf(mongodb, 'given')).toContain('MAYFLY_MONGO_URL is set, but no server');
    expect(programs.calls).toEqual([]);
  });

  it('looks at nothing when all is switched off', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add('docker', DOCKER);
    const choice = await findWay('mongodb', { ...programs.env, MAYFLY_STACK: 'none' });
    expect(choice.way).toBeUndefined();
    expect(choice.tried.map(({ reason }) => reason)).toEqual(
      Array(3).fill('switched off by MAYFLY_STACK=none'),
    );
    expect(programs.calls).toEqual([]);
  });

  it('takes only the way that is forced', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add('docker', DOCKER);
    const choice = await findWay('kafka', { ...programs.env, MAYFLY_STACK: 'artifacts' });
    expect(choice.way).toBeUndefined();
    expect(reasonOf(choice, 'docker')).toBe('switched off by MAYFLY_STACK=artifacts');
    expect(programs.calls).toEqual([]);
  });

  it('refuses a way that does not exist', async () => {
    const choice = findWay('kafka', { MAYFLY_STACK: 'podman' });
    await expect(choice).rejects.toThrow(
      'MAYFLY_STACK: must be one of given, docker, artifacts, none',
    );
  });
});
