import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fakeDocker } from '../test/fake-docker.ts';
import { FakePrograms } from '../test/fake-programs.ts';
import { harmlessProcess } from '../test/harmless-process.ts';
import { sendSignal } from './process-id.ts';
import { run } from './run.ts';
import { newState, readState, writeState } from './server-state.ts';

/** Runs the command as on a machine with Node only. */
async function stack(folder: string, argv: string[], env: NodeJS.ProcessEnv = {}) {
  const printed: string[] = [];
  const logged: string[] = [];
  const code = await run(argv, {
    env: { ...new FakePrograms(folder).env, ...env },
    print: (line) => printed.push(line),
    log: (line) => logged.push(line),
  });
  return { code, printed: printed.join('\n'), logged: logged.join('\n') };
}

describe('the stack command', () => {
  it('explains itself', async () => {
    await using folder = await temporaryFolder();
    const { code, printed } = await stack(folder.path, ['--help']);
    expect(code).toBe(0);
    for (const option of ['--nodes', '--data', '--only', '--wipe', '--json', 'MAYFLY_STACK']) {
      expect(printed).toContain(option);
    }
  });

  it('ends with 2 when it is called wrongly, and prints no result', async () => {
    await using folder = await temporaryFolder();
    const wrong = await stack(folder.path, ['up', '--nodes', '4']);
    expect([wrong.code, wrong.printed]).toEqual([2, '']);
    expect(wrong.logged).toContain('--nodes: must be 1 or 3; it is 4');
    const setting = await stack(folder.path, ['up', '--data', folder.path], { MAYFLY_STACK: 'vm' });
    expect(setting.code).toBe(2);
    expect(setting.logged).toContain('MAYFLY_STACK: must be one of');
  });

  it('ends with 3 where there is no way, and says for each server what was tried', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    const { code, printed } = await stack(folder.path, ['up', '--data', data]);
    expect(code).toBe(3);
    for (const sentence of [
      'No MongoDB can be had on this machine.',
      'given: MAYFLY_MONGO_URL is not set',
      'No Kafka can be had on this machine.',
      'docker: `docker` is not on the PATH',
      'artifacts: `java` is not on the PATH',
    ]) {
      expect(printed).toContain(sentence);
    }
    expect(existsSync(data)).toBe(false);
  });

  it('gives the same as one JSON object', async () => {
    await using folder = await temporaryFolder();
    const argv = ['up', '--json', '--only', 'kafka', '--data', join(folder.path, 'data')];
    const { code, printed } = await stack(folder.path, argv, { MAYFLY_STACK: 'none' });
    expect(code).toBe(3);
    const answer = JSON.parse(printed) as { kafka: { state: string; tried: unknown[] } };
    expect(answer).not.toHaveProperty('mongodb');
    expect(answer.kafka.state).toBe('no way');
    expect(answer.kafka.tried).toHaveLength(3);
  });

  it('is at peace with nothing to stop, as often as asked, and makes no folder', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    expect((await stack(folder.path, ['down', '--data', data])).code).toBe(0);
    expect((await stack(folder.path, ['down', '--data', data])).code).toBe(0);
    expect(existsSync(data)).toBe(false);
  });

  it('says with 1 that nothing is up', async () => {
    await using folder = await temporaryFolder();
    const { code, printed } = await stack(folder.path, ['status', '--data', folder.path]);
    expect(code).toBe(1);
    expect(printed).toContain(`Kafka: there is none in ${folder.path}`);
  });

  it('does not call a server stopped while the engine that runs it is away', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    const nodes = [{ name: 'kafka-1', port: 20_001, controllerPort: 20_002 }];
    const state = newState({ server: 'kafka', way: 'docker', stackId: 'a', nodes });
    writeState(join(data, 'kafka'), state);
    for (const verb of ['status', 'down']) {
      const { code, printed } = await stack(folder.path, [verb, '--data', data, '--only', 'kafka']);
      expect([verb, code]).toEqual([verb, 1]);
      expect(printed).toContain('no engine answers: `docker` is not on the PATH');
    }
    expect(readState(join(data, 'kafka'))).toEqual(state);
  });

  it('removes the containers of a server that is in Docker, and the volumes when asked', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    const programs = new FakePrograms(folder.path).add('docker', fakeDocker(folder.path));
    const nodes = [{ name: 'mongodb-1', port: 20_001 }];
    const state = newState({ server: 'mongodb', way: 'docker', stackId: 'a', nodes });
    writeState(join(data, 'mongodb'), state);
    expect((await stack(folder.path, ['down', '--wipe', '--data', data])).code).toBe(0);
    expect(programs.callsOf('docker', 'rm')).toHaveLength(1);
    expect(programs.callsOf('docker', 'volume', 'rm')).toHaveLength(1);
    expect(existsSync(data)).toBe(false);
  });

  it('never takes a process for a node because it has the number of one that is gone', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    const { child, id } = harmlessProcess();
    const gone = { ...id, startedAt: 'long ago' };
    const node = { name: 'mongodb-1', port: 20_001, process: gone };
    const made = { server: 'mongodb', way: 'artifacts', stackId: 'a', nodes: [node] } as const;
    writeState(join(data, 'mongodb'), newState(made));

    const status = await stack(folder.path, ['status', '--data', data, '--only', 'mongodb']);
    expect(status.printed).toContain('MongoDB: is not running');
    const down = await stack(folder.path, ['down', '--data', data]);
    expect(down.printed).toContain('MongoDB: was not running; its data stays');
    expect(readState(join(data, 'mongodb'))?.nodes[0]).not.toHaveProperty('process');

    expect(sendSignal(id, 'SIGKILL')).toBe(true);
    await once(child, 'exit');
  });

  it('stops what an earlier command left running, and wipes its data when asked', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    const { child, id } = harmlessProcess();
    const exit = once(child, 'exit');
    const node = { name: 'kafka-1', port: 20_001, controllerPort: 20_002, process: id };
    const made = { server: 'kafka', way: 'artifacts', stackId: 'a', nodes: [node] } as const;
    writeState(join(data, 'kafka'), newState(made));

    const down = await stack(folder.path, ['down', '--wipe', '--data', data]);
    expect(down.printed).toContain('Kafka: stopped, and its data is removed');
    expect((await exit)[1]).toBe('SIGTERM');
    expect(existsSync(data)).toBe(false);
  });
});
