import { describe, expect, it } from '@jest/globals';
import { GivenServerError, NoWayError } from '@mayfly/stack';
import { startServers } from './servers.ts';

type Stack = NonNullable<Parameters<typeof startServers>[2]>;

/** Servers that are names only, and a note of what was stopped. */
function fakeStack(changes: Partial<Stack> = {}) {
  const stopped: string[] = [];
  const fake = {
    startMongo: async () => ({ url: 'mongodb://a', stop: async () => void stopped.push('mongo') }),
    startKafka: async () => ({
      brokers: ['a:1', 'b:2'],
      stop: async () => void stopped.push('kafka'),
    }),
    findWay: async () => ({ way: 'docker', tried: [] }),
    ...changes,
  } as unknown as Stack;
  return { fake, stopped };
}

const refusal = [{ way: 'docker', reason: 'refused' }] as const;
const noWay = async (): Promise<never> => {
  throw new NoWayError('kafka', refusal);
};
const quiet = () => {};

describe('startServers', () => {
  it('hands over the addresses of those needed, and starts no other', async () => {
    const { fake, stopped } = fakeStack({ startKafka: noWay });
    const servers = await startServers(['mongodb'], quiet, fake);
    expect(servers.env).toEqual({ MAYFLY_TEST_MONGO_URL: 'mongodb://a', MAYFLY_TEST_WITHOUT: '' });
    await servers.stop();
    expect(stopped).toEqual(['mongo']);
  });

  it('says which cannot be had on this machine', async () => {
    const { fake } = fakeStack({ startKafka: noWay });
    const { env, missing } = await startServers(['kafka', 'mongodb'], quiet, fake);
    expect(env.MAYFLY_TEST_WITHOUT).toBe('kafka');
    expect(missing).toEqual([{ server: 'kafka', reason: expect.stringContaining('refused') }]);
  });

  it('fails when a server was given and is not there, and stops what it started', async () => {
    const given = async (): Promise<never> => {
      throw new GivenServerError('kafka', refusal);
    };
    const { fake, stopped } = fakeStack({ startKafka: given });
    await expect(startServers(['kafka', 'mongodb'], quiet, fake)).rejects.toThrow('refused');
    expect(stopped).toEqual(['mongo']);
  });

  it('says when a test could not start a server of its own, though one was given', async () => {
    const { fake } = fakeStack({ findWay: async () => ({ way: undefined, tried: refusal }) });
    const { missing } = await startServers(['mongodb', 'own-mongodb'], quiet, fake);
    expect(missing).toEqual([
      { server: 'own-mongodb', reason: 'No MongoDB can be had on this machine: refused' },
    ]);
  });

  it('takes what cannot be had for all as out of reach for one', async () => {
    const { fake } = fakeStack({ startKafka: noWay });
    const { env } = await startServers(['kafka', 'own-kafka'], quiet, fake);
    expect(env.MAYFLY_TEST_WITHOUT).toBe('kafka,own-kafka');
  });
});
