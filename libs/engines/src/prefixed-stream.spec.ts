import { describe, expect, it } from '@jest/globals';
import { fetchesEnded } from '@mayfly/events';
import type { AnyTopic, Stream } from '@mayfly/stream';
import { prefixedStream } from './prefixed-stream.ts';

/** Writes down which topics it is asked for. */
function listening(): { stream: Stream; asked: string[] } {
  const asked: string[] = [];
  const hear = ({ name }: AnyTopic) => void asked.push(name);
  const stream: Stream = {
    publish: async (topic) => hear(topic),
    consume: async ({ topic }) => {
      hear(topic);
      return { assigned: () => [], ahead: () => ({ messages: 0, bytes: 0 }), stop: async () => {} };
    },
    lag: async (topic) => {
      hear(topic);
      return { messages: 0, bytes: 0, seconds: 0 };
    },
    publishing: () => ({ ok: true, sinceMs: 0 }),
    deadLetters: (topic) => {
      hear(topic);
      return { list: async () => [], retry: async () => {} };
    },
    prepare: async (topics) => topics.forEach(hear),
    isReady: async () => true,
    close: async () => {},
  };
  return { stream, asked };
}

async function useAll(stream: Stream): Promise<void> {
  await stream.publish(fetchesEnded, []);
  await stream.consume({ topic: fetchesEnded, group: 'document-store', handle: async () => {} });
  await stream.lag(fetchesEnded, 'document-store');
  stream.deadLetters(fetchesEnded, 'document-store');
  await stream.prepare([fetchesEnded]);
}

describe('prefixedStream', () => {
  it('asks for every topic under its name in the broker', async () => {
    const { stream, asked } = listening();
    await useAll(prefixedStream(stream, 'staging.'));
    expect(asked).toEqual(Array(5).fill('staging.fetches.ended.v1'));
  });

  it('changes nothing without a prefix', async () => {
    const { stream, asked } = listening();
    await useAll(prefixedStream(stream, ''));
    expect(new Set(asked)).toEqual(new Set(['fetches.ended.v1']));
  });

  it('refuses a prefix that makes no name', async () => {
    const { stream } = listening();
    expect(() =>
      prefixedStream(stream, 'no spaces ').deadLetters(fetchesEnded, 'document-store'),
    ).toThrow('name');
  });
});
