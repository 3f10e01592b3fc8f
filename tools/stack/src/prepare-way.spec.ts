import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { fakeJava, FakePrograms } from '../test/fake-programs.ts';
import { prepareWay } from './prepare-way.ts';

const DOCKER_WITHOUT_IMAGES = `
if (args[0] === 'info') console.log('linux 27.1.0');
else { console.error('no route to the images'); process.exit(1); }
`;

function preparation(env: NodeJS.ProcessEnv, fetch: () => Promise<string>) {
  return { server: 'kafka', env, log: () => undefined, fetch } as const;
}

describe('prepareWay', () => {
  it('goes on to artifacts when an engine answers but has no image', async () => {
    await using folder = await temporaryFolder();
    const { env } = new FakePrograms(folder.path)
      .add('docker', DOCKER_WITHOUT_IMAGES)
      .add('java', fakeJava('17.0.1'))
      .add('mvn', '');
    const prepared = await prepareWay(preparation(env, async () => 'the program'));
    expect(prepared).toEqual({ way: 'artifacts', program: 'the program' });
  });

  it('tells of every way that failed when the last one fails', async () => {
    await using folder = await temporaryFolder();
    const { env } = new FakePrograms(folder.path)
      .add('docker', DOCKER_WITHOUT_IMAGES)
      .add('java', fakeJava('17.0.1'))
      .add('mvn', '');
    const prepared = prepareWay(preparation(env, () => Promise.reject(new Error('no network'))));
    await expect(prepared).rejects.toThrow(
      /^No Kafka can be had on this machine\.\n {2}given: .*\n {2}docker: .*no route to the images\n {2}artifacts: no network$/,
    );
  });

  it('fails in its own way when an address is given and nothing answers there', async () => {
    const prepared = prepareWay(
      preparation({ MAYFLY_KAFKA_BROKERS: '127.0.0.1:1' }, async () => 'the program'),
    );
    await expect(prepared).rejects.toMatchObject({
      name: 'GivenServerError',
      message: expect.stringContaining('MAYFLY_KAFKA_BROKERS is set, but no server') as unknown,
    });
  });
});
