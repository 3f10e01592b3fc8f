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
  return { clock, asked, admin: new KafkaAdmin(() => client, { clock, random: () => 0.5 }) };
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

  it('leaves nothing open when a question connects again what another one gave up', async () => {
    const { admin, clock, open } = reconnecting();
    const moving = Object.assign(new Error('moving'), { type: 'NOT_CONTROLLER' });
    const slow = Promise.withResolvers<void>();
    const second = admin.ask(async (asked) => {
      await slow.promise;
      // As kafkajs does by itself when it tries a request again.
      await asked.connect();
      return 'second';
    });
    let tries = 0;
    const first = admin.ask(async () => {
      tries += 1;
      if (tries === 1) throw moving;
      return 'first';
    });
    await clock.advance(10_000);
    expect(await first).toBe('first');
    slow.resolve();
    expect(await second).toBe('second');
    await admin.close();
    expect(open()).toBe(0);
  });

  it('leaves nothing open when a question connects again after the end', async () => {
    const { admin, open } = reconnecting();
    const slow = Promise.withResolvers<void>();
    const late = admin.ask(async (asked) => {
      await slow.promise;
      await asked.connect();
    });
    await new Promise(setImmediate);
    await admin.close();
    slow.resolve();
    await late;
    await new Promise(setImmediate);
    expect(open()).toBe(0);
  });
});

/** An admin on connections that can be opened again after they were closed. */
function reconnecting() {
  const clock = new FakeClock();
  const connections = new Set<object>();
  const client = {
    admin: () => {
      const connection = {
        connect: async () => void connections.add(connection),
        disconnect: async () => void connections.delete(connection),
      };
      return connection;
    },
  } as unknown as Kafka;
  const admin = new KafkaAdmin(() => client, { clock, random: () => 0.5 });
  return { admin, clock, open: () => connections.size };
}
