import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@mayfly/clock';
import { openDataFolder } from '@mayfly/data-folder';
import { CrawlError, errorCodeOf } from '@mayfly/errors';
import type { ServerCall } from '@mayfly/grpc';
import { defineTopic, openLmdbStream, type Stream } from '@mayfly/stream';
import { eventually, temporaryFolder } from '@mayfly/testing';
import { example } from '../test/readme-example.ts';
import { countDeadLetters } from './count-dead-letters.ts';
import { deadLetterRpc } from './dead-letter-rpc.ts';

const notes = defineTopic<{ host: string; text: string }>({
  name: 'notes.v1',
  partitions: 1,
  retentionMs: 60_000,
  groups: ['document-store'],
  key: ({ host }) => host,
  encode: (message) => Buffer.from(JSON.stringify(message)),
  decode: (bytes) => JSON.parse(Buffer.from(bytes).toString()) as { host: string; text: string },
});
const consumed = { topic: notes, group: 'document-store' };
const quiet = { debug: () => {}, warn: () => {}, error: () => {} };
const call = {} as ServerCall;

/** A stream in which every message died; `heal` lets those that come again pass. */
async function withDeadLetters(count: number, use: (sick: Sick) => Promise<void>): Promise<void> {
  await using place = await temporaryFolder();
  const folder = await openDataFolder(place.path);
  const stream = openLmdbStream({
    ...{ folder, topics: [notes], clock: systemClock, random: Math.random, log: quiet },
  });
  await stream.prepare([notes]);
  let isHealed = false;
  const handled: string[] = [];
  await stream.consume({
    ...consumed,
    handle: async (batch) =>
      batch.map(({ message }) => {
        if (!isHealed) return new CrawlError('REQUEST_INVALID', 'text: bad');
        handled.push(message.text);
        return undefined;
      }),
  });
  await stream.publish(
    notes,
    Array.from({ length: count }, (_, at) => ({ host: 'a.test', text: `n${at}` })),
  );
  await eventually(async () => (await countDeadLetters(stream, consumed)) === count, {
    what: 'all to die',
  });
  const rpc = deadLetterRpc({ stream, topics: [consumed] });
  await use({ stream, rpc, handled, heal: () => void (isHealed = true) });
  await stream.close();
  await folder.close();
}

interface Sick {
  readonly stream: Stream;
  readonly rpc: ReturnType<typeof deadLetterRpc>;
  readonly handled: string[];
  readonly heal: () => void;
}

describe('deadLetterRpc', () => {
  it('pages through the letters, each once', async () => {
    await withDeadLetters(5, async ({ rpc }) => {
      const seen: string[] = [];
      let pageToken = '';
      do {
        const page = await rpc.listDeadLetters({ topic: notes.name, pageSize: 2, pageToken }, call);
        seen.push(...page.letters.map(({ id, key, code }) => `${id} ${key} ${code}`));
        ({ nextPageToken: pageToken } = page);
      } while (pageToken !== '');
      expect(seen).toEqual([0, 1, 2, 3, 4].map((at) => `main-0-${at} a.test REQUEST_INVALID`));
    });
  });

  it('gives letters back to their group', async () => {
    await withDeadLetters(2, async ({ stream, rpc, handled, heal }) => {
      heal();
      await rpc.retryDeadLetters({ topic: notes.name, ids: ['main-0-1'] }, call);
      await eventually(() => handled.includes('n1'), { what: 'the letter to be handled' });
      expect(handled).toEqual(['n1']);
      expect(await countDeadLetters(stream, consumed)).toBe(1);
    });
  });

  it('gives back all or none', async () => {
    await withDeadLetters(1, async ({ stream, rpc }) => {
      const ids = ['main-0-0', 'main-0-7'];
      const retry = rpc.retryDeadLetters({ topic: notes.name, ids }, call);
      expect(await retry.catch(errorCodeOf)).toBe('DEAD_LETTER_UNKNOWN');
      expect(await countDeadLetters(stream, consumed)).toBe(1);
    });
  });

  it.each([
    ['topic', { topic: 'other.v1', pageToken: '' }],
    ['page_size', { topic: notes.name, pageSize: 0, pageToken: '' }],
    ['page_size', { topic: notes.name, pageSize: 1_001, pageToken: '' }],
    ['page_token', { topic: notes.name, pageToken: 'x'.repeat(1_000_000) }],
  ])('refuses a bad %s of a list', async (field, request) => {
    const rpc = deadLetterRpc({ stream: noStream, topics: [consumed] });
    await expect(rpc.listDeadLetters(request, call)).rejects.toThrow(
      new RegExp(`^${field}: .{1,200}$`),
    );
  });

  it.each([
    ['topic', { topic: '', ids: ['main-0-0'] }],
    ['ids', { topic: notes.name, ids: [] }],
    ['ids', { topic: notes.name, ids: Array<string>(1_001).fill('main-0-0') }],
    ['ids', { topic: notes.name, ids: ['main-0-0', 'main-0-0'] }],
    ['ids\\[1\\]', { topic: notes.name, ids: ['main-0-0', 'x'.repeat(1_000_000)] }],
  ])('refuses bad %s of a retry', async (field, request) => {
    const rpc = deadLetterRpc({ stream: noStream, topics: [consumed] });
    await expect(rpc.retryDeadLetters(request, call)).rejects.toThrow(
      new RegExp(`^${field}: .{1,200}$`),
    );
  });

  it('is one line of a service, as the README says', async () => {
    await withDeadLetters(1, async ({ stream }) => {
      const { service, deadLetters } = await example(stream, notes);
      expect([Object.keys(service.handlers), deadLetters]).toEqual([
        ['listDeadLetters', 'retryDeadLetters'],
        1,
      ]);
    });
  });
});

const noStream = {
  deadLetters: () => ({
    list: () => Promise.reject(new Error('asked the stream')),
    retry: () => Promise.reject(new Error('asked the stream')),
  }),
} as unknown as Stream;
