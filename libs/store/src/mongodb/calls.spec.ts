import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import { type MongoClient, MongoError, MongoServerError } from 'mongodb';
import { MongoCalls } from './calls.ts';

/** Sessions that know nothing, for calls that never reach a server. */
const client = {
  startSession: () => ({ operationTime: undefined, endSession: async () => {} }),
} as unknown as MongoClient;

function calls() {
  const clock = new FakeClock();
  return { clock, calls: new MongoCalls(client, { clock, random: () => 0.5, timeoutMs: 1_000 }) };
}

describe('MongoCalls', () => {
  it('reads again after an outage', async () => {
    const { clock, calls: both } = calls();
    let tries = 0;
    const reading = both.read(async () => {
      tries += 1;
      if (tries < 3) throw new MongoError('connection lost');
      return 'row';
    });
    for (let turn = 0; turn < 5; turn += 1) await clock.advance(20);
    expect([await reading, tries]).toEqual(['row', 3]);
  });

  it('gives a read up as STORE_AWAY when the time is over, also one that hangs', async () => {
    const { clock, calls: both } = calls();
    const reading = both.read(() => new Promise<never>(() => {}));
    const end = expect(reading).rejects.toMatchObject({ code: 'STORE_AWAY' });
    await clock.advance(1_000);
    await end;
  });

  it('does not repeat a request that the server has understood and refused', async () => {
    const { calls: both } = calls();
    let tries = 0;
    const reading = both.read(async () => {
      tries += 1;
      throw new MongoServerError({ message: 'not authorized', code: 13 });
    });
    await expect(reading).rejects.toThrow('not authorized');
    expect(tries).toBe(1);
  });
});
