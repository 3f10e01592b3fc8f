import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import type { Kafka } from 'kafkajs';
import { PublishState } from '../publish-state.ts';
import { type Addressed, TopicPublisher } from './topic-publisher.ts';

const RECORD: Addressed = { partition: 0, bytes: 1, value: 'x' };
const DRAIN_MS = 10_000;
const LONG_MS = 120_000;

/** A publisher on a Kafka that does what a test says; it counts what is asked of it. */
function publisherOn(kafka: { connect?: () => Promise<void>; send?: () => Promise<void> }) {
  const clock = new FakeClock();
  const asked = { connects: 0, sends: 0, disconnects: 0 };
  const producer = {
    connect: async () => {
      asked.connects += 1;
      await kafka.connect?.();
    },
    send: async () => {
      asked.sends += 1;
      await kafka.send?.();
    },
    disconnect: async () => void (asked.disconnects += 1),
  };
  const publisher = new TopicPublisher('notes', {
    client: () => ({ producer: () => producer }) as unknown as Kafka,
    clock,
    random: () => 0.5,
    state: new PublishState(clock),
    timeoutMs: 30_000,
    check: async () => undefined,
  });
  const said: string[] = [];
  const publish = () =>
    void publisher.publish([RECORD]).then(
      () => said.push('sent'),
      (error: { code?: string }) => said.push(error.code ?? 'INTERNAL'),
    );
  const close = () => void publisher.close(DRAIN_MS).then(() => said.push('closed'));
  return { clock, asked, said, publish, close };
}

const never = () => new Promise<void>(() => undefined);

describe('TopicPublisher', () => {
  it('lets what is under way finish before it closes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { clock, asked, said, publish, close } = publisherOn({ send: () => promise });
    publish();
    close();
    await clock.advance(DRAIN_MS / 2);
    expect(said).toEqual([]);
    resolve();
    await clock.advance(0);
    expect(said).toEqual(['sent', 'closed']);
    expect([asked.disconnects, clock.sleepers]).toEqual([1, 0]);
  });

  it('gives up after so long when it is closed while Kafka is away, and asks no more', async () => {
    const connect = () => Promise.reject(new Error('refused'));
    const { clock, asked, said, publish, close } = publisherOn({ connect });
    publish();
    publish();
    await clock.advance(1_000);
    close();
    await clock.advance(DRAIN_MS);
    expect(said).toEqual(['STREAM_AWAY', 'STREAM_AWAY', 'closed']);
    const { connects } = asked;
    await clock.advance(LONG_MS);
    expect(asked.connects).toBe(connects);
    expect(clock.sleepers).toBe(0);
  });

  it('does not wait longer for a broker that never answers', async () => {
    const { clock, asked, said, publish, close } = publisherOn({ send: never });
    publish();
    await clock.advance(0);
    close();
    await clock.advance(DRAIN_MS);
    expect(said).toEqual(['STREAM_AWAY', 'closed']);
    expect(asked).toEqual({ connects: 1, sends: 1, disconnects: 1 });
  });

  it('sends nothing over a connection that comes up after it was closed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { clock, asked, said, publish, close } = publisherOn({ connect: () => promise });
    publish();
    close();
    await clock.advance(DRAIN_MS);
    resolve();
    await clock.advance(LONG_MS);
    expect(said).toEqual(['STREAM_AWAY', 'closed']);
    expect(asked).toEqual({ connects: 1, sends: 0, disconnects: 1 });
  });

  it('takes nothing once it is closed', async () => {
    const { clock, asked, said, publish, close } = publisherOn({});
    close();
    await clock.advance(0);
    publish();
    await clock.advance(0);
    expect(said).toEqual(['closed', 'STREAM_AWAY']);
    expect(asked.connects).toBe(0);
  });
});
