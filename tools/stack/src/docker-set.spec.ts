import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { fakeDocker } from '../test/fake-docker.ts';
import { FakePrograms } from '../test/fake-programs.ts';
import { kafkaMachinery } from './kafka-set.ts';
import { mongoMachinery } from './mongo-set.ts';
import type { Machinery } from './server-set.ts';
import { newState } from './server-state.ts';

const mongoState = newState({
  server: 'mongodb',
  way: 'docker',
  stackId: 'abc',
  nodes: [
    { name: 'mongodb-1', port: 20_001 },
    { name: 'mongodb-2', port: 20_002 },
  ],
});
const kafkaState = newState({
  server: 'kafka',
  way: 'docker',
  stackId: 'abc',
  clusterId: 'the-cluster',
  nodes: [{ name: 'kafka-1', port: 20_011, controllerPort: 20_012 }],
});
const watchOf = () => ({ started: () => undefined, ended: () => undefined });

function mongoIn(env: NodeJS.ProcessEnv): Machinery {
  return mongoMachinery({ way: 'docker', image: 'mongo:6.0' }, env)(mongoState, '/unused', watchOf);
}

function kafkaIn(env: NodeJS.ProcessEnv): Machinery {
  const prepared = { way: 'docker', image: 'apache/kafka:4.3.1' } as const;
  return kafkaMachinery(prepared, env)(kafkaState, '/unused', watchOf);
}

async function launch({ before, runners }: Machinery): Promise<void> {
  for (const runner of [...before, ...runners]) await runner.launch();
}

describe('a set in containers', () => {
  it('publishes the ports of MongoDB on loopback from a container that holds the network', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add('docker', fakeDocker(folder.path));
    await launch(mongoIn(programs.env));
    const [network, first, second] = programs.callsOf('docker', 'run');
    expect(network?.join(' ')).toBe(
      'docker run --detach --name mayfly-abc-mongodb-network --label mayfly.stack=abc ' +
        '--publish 127.0.0.1:20001:20001 --publish 127.0.0.1:20002:20002 ' +
        '--entrypoint tail mongo:6.0 -f /dev/null',
    );
    expect(first?.join(' ')).toContain(
      '--name mayfly-abc-mongodb-1 --label mayfly.stack=abc ' +
        '--network container:mayfly-abc-mongodb-network --volume mayfly-abc-mongodb-1:/data/db ' +
        'mongo:6.0 --replSet rs0 --port 20001 --bind_ip_all',
    );
    expect(second?.join(' ')).toContain('mongo:6.0 --replSet rs0 --port 20002');
  });

  it('gives Kafka all of its settings as the image takes them', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add('docker', fakeDocker(folder.path));
    await launch(kafkaIn(programs.env));
    const broker = programs.callsOf('docker', 'run')[1] ?? [];
    for (const setting of [
      'CLUSTER_ID=the-cluster',
      'KAFKA_NODE_ID=1',
      'KAFKA_LISTENERS=PLAINTEXT://0.0.0.0:20011,CONTROLLER://127.0.0.1:20012',
      'KAFKA_ADVERTISED_LISTENERS=PLAINTEXT://127.0.0.1:20011',
      'KAFKA_LOG_DIRS=/var/lib/kafka/data',
      'KAFKA_AUTO_CREATE_TOPICS_ENABLE=false',
      'KAFKA_HEAP_OPTS=-Xmx512m -Xms256m',
    ]) {
      expect(broker[broker.indexOf(setting) - 1]).toBe('--env');
    }
    expect(broker).toContain('mayfly-abc-kafka-1:/var/lib/kafka/data');
    expect(broker.at(-1)).toBe('apache/kafka:4.3.1');
  });

  it('starts a killed node as the same container, on the same data', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add('docker', fakeDocker(folder.path));
    const machinery = kafkaIn(programs.env);
    await launch(machinery);
    const [broker] = machinery.runners;
    expect([await broker?.isRunning(), await broker?.pid()]).toEqual([true, 4242]);
    await broker?.freeze();
    await broker?.freeze();
    await broker?.thaw();
    await broker?.kill();
    await broker?.kill();
    expect([await broker?.isRunning(), await broker?.pid()]).toEqual([false, undefined]);
    await broker?.launch();
    await broker?.launch();
    await broker?.terminate();
    expect(await broker?.logTail()).toBe('one line of mayfly-abc-kafka-1');
    const changes = programs.calls
      .map((call) => call.slice(1))
      .filter(([verb]) => !['container', 'run', 'logs'].includes(verb ?? ''));
    expect(changes.map((call) => call.join(' '))).toEqual([
      'pause mayfly-abc-kafka-1',
      'unpause mayfly-abc-kafka-1',
      'kill --signal KILL mayfly-abc-kafka-1',
      'start mayfly-abc-kafka-1',
      'stop -t 20 mayfly-abc-kafka-1',
    ]);
  });

  it('removes its containers, and its volumes only with the data', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add('docker', fakeDocker(folder.path));
    const { remove, cleanUp } = mongoIn(programs.env);
    const containers =
      'docker rm --force --volumes mayfly-abc-mongodb-1 mayfly-abc-mongodb-2 mayfly-abc-mongodb-network';
    const volumes = 'docker volume rm --force mayfly-abc-mongodb-1 mayfly-abc-mongodb-2';
    await remove(false);
    expect(programs.calls.map((call) => call.join(' '))).toEqual([containers]);
    await remove(true);
    expect(programs.calls.map((call) => call.join(' '))).toEqual([containers, containers, volumes]);
    expect(cleanUp.map((command) => command.join(' '))).toEqual([containers, volumes]);
  });
});
