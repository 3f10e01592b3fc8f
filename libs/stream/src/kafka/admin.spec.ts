import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import type { Kafka } from 'kafkajs';
import { KafkaAdmin } from './admin.ts';

/** An admin on a Kafka that connects when a test says so. */
function adminOn(connect: () => Promise<void>) {
  const clock = new FakeClock();
  const asked = { connects: 0, disconnects: 0 };
  const connection = {
    connect: async () => {
      asked.connects += 1;
      await connect();
    },
    disconnect: async () => void (asked.disconnects += 1),
  };
  const client = { admin: () => connection } as unknown as Kafka;
  return { clock, asked, admin: new KafkaAdmin(client, { clock, random: () => 0.5 }) };
}

describe('KafkaAdmin', () => {
  it('connects no more once it is closed', async () => {
    const { admin, asked } = adminOn(async () => undefined);
    expect(await admin.ask(async () => 'first')).toBe('first');
    await admin.close();
    await expect(admin.ask(async () => 'late')).rejects.toMatchObject({ code: 'STREAM_AWAY' });
    expect(asked).toEqual({ connects: 1, disconnects: 1 });
  });

  it('does not ask again when it is closed between two tries', async () => {
    const { admin, asked, clock } = adminOn(async () => undefined);
    const settling = Object.assign(new Error('moving'), { type: 'NOT_CONTROLLER' });
    const asking = admin.ask(() => Promise.reject(settling));
    const refused = expect(asking).rejects.toMatchObject({ code: 'STREAM_AWAY' });
    await clock.advance(0);
    await admin.close();
    await refused;
    expect(asked).toEqual({ connects: 1, disconnects: 1 });
  });
});
