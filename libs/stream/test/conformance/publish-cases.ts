import { expect, it } from '@jest/globals';
import { MAX_MESSAGE_BYTES } from '@mayfly/stream';
import { MAX_NAME_BYTES } from '../../src/outgoing.ts';
import { type Engine, freshTopic, hostsOf, notes, Recorder, rises } from '../harness.ts';
import { notesTopic } from '../memory-partition.ts';

/** What a publisher may rely on. */
export function publishCases(engine: () => Engine): void {
  it('keeps the order of calls for each key, however many are under way', async () => {
    const topic = freshTopic('order', { partitions: 4 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const hosts = hostsOf(7);
    const all = notes(700, hosts);
    const calls: Promise<void>[] = [];
    for (let at = 0; at < all.length; at += 10) {
      calls.push(stream.publish(topic, all.slice(at, at + 10)));
    }
    await Promise.all(calls);
    const recorder = new Recorder();
    await stream.consume({ topic, group: 'readers', handle: recorder.handle, maxBatch: 50 });
    await recorder.until(all.length);
    for (const host of hosts) {
      const expected = all.filter((note) => note.host === host).map(({ text }) => text);
      expect(recorder.texts(host)).toEqual(expected);
    }
  });

  it('tells positions that only rise for a key, also after a restart', async () => {
    const topic = freshTopic('positions');
    let stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const recorder = new Recorder();
    for (let round = 0; round < 3; round += 1) {
      await stream.publish(topic, notes(20, hostsOf(3), round * 20));
      await stream.consume({ topic, group: 'readers', handle: recorder.handle });
      await recorder.until((round + 1) * 20);
      stream = await engine().reopen(stream, [topic]);
    }
    for (const host of hostsOf(3)) {
      const own = recorder.received.filter(({ key }) => key === host);
      expect(new Set(own.map(({ origin }) => origin.partition)).size).toBe(1);
      expect(rises(own.map(({ origin }) => origin.position))).toBe(true);
      expect(own[0]!.origin).toMatchObject({ stream: 'main', topic: topic.name });
    }
    expect(recorder.received).toHaveLength(60);
  });

  it('gives headers back byte for byte', async () => {
    const topic = freshTopic('headers');
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    await stream.publish(topic, notes(1, ['a.test']), {
      headers: ({ host }) => ({ bytes, host, 'Mixed-Case': 'ü', empty: '' }),
    });
    const recorder = new Recorder();
    await stream.consume({ topic, group: 'readers', handle: recorder.handle });
    await recorder.until(1);
    const { headers, key, publishedMs } = recorder.received[0]!;
    expect(Object.keys(headers).sort()).toEqual(['Mixed-Case', 'bytes', 'empty', 'host']);
    expect(Buffer.from(headers.bytes!).equals(bytes)).toBe(true);
    expect(Buffer.from(headers['Mixed-Case']!).toString()).toBe('ü');
    expect(headers.empty).toHaveLength(0);
    expect(key).toBe('a.test');
    expect(Math.abs(publishedMs - Date.now())).toBeLessThan(60_000);
  });

  it('refuses a message above the limit, and the whole call with it', async () => {
    const topic = freshTopic('size');
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const small = { host: 'a.test', text: 'small' };
    const tooLarge = { host: 'a.test', text: 'x'.repeat(MAX_MESSAGE_BYTES) };
    await expect(stream.publish(topic, [small, tooLarge])).rejects.toMatchObject({
      code: 'MESSAGE_TOO_LARGE',
      message: expect.stringMatching(
        new RegExp(`${topic.name}.* 10000\\d\\d bytes`),
      ) as unknown as string,
    });
    expect(stream.publishing().ok).toBe(true);
    expect(await stream.lag(topic, 'readers')).toEqual({ messages: 0, bytes: 0, seconds: 0 });
  });

  it('refuses a key or the name of a header above the limit, and still publishes others', async () => {
    const topic = freshTopic('names');
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const long = 'x'.repeat(MAX_NAME_BYTES + 1);
    const refused = {
      code: 'MESSAGE_TOO_LARGE',
      message: expect.stringContaining(topic.name) as unknown as string,
    };
    await expect(stream.publish(topic, notes(1, [long]))).rejects.toMatchObject(refused);
    await expect(
      stream.publish(topic, notes(1, ['a']), { headers: () => ({ [long]: '' }) }),
    ).rejects.toMatchObject(refused);
    expect(stream.publishing().ok).toBe(true);
    const longest = long.slice(1);
    await stream.publish(topic, notes(1, [longest]), { headers: () => ({ [longest]: '' }) });
    const recorder = new Recorder();
    await stream.consume({ topic, group: 'readers', handle: recorder.handle });
    await recorder.until(1);
    expect(recorder.received.map(({ key }) => key.length)).toEqual([MAX_NAME_BYTES]);
  });

  it('takes a message that is as large as allowed', async () => {
    const topic = freshTopic('largest');
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const overhead = topic.encode({ host: 'a.test', text: '' }).length + 'a.test'.length;
    const text = 'x'.repeat(MAX_MESSAGE_BYTES - overhead);
    await stream.publish(topic, [
      { host: 'a.test', text },
      { host: 'a.test', text: `y${text.slice(1)}` },
    ]);
    const recorder = new Recorder();
    await stream.consume({ topic, group: 'readers', handle: recorder.handle });
    await recorder.until(2);
    expect(recorder.texts().map((long) => long.length)).toEqual([text.length, text.length]);
  });

  it('uses no topic that was not prepared, and makes none by itself', async () => {
    const topic = freshTopic('missing');
    const stream = await engine().open([topic]);
    const code = 'STREAM_NOT_PREPARED';
    const handle = async () => {};
    await expect(stream.publish(topic, notes(1, ['a']))).rejects.toMatchObject({ code });
    await expect(stream.consume({ topic, group: 'readers', handle })).rejects.toMatchObject({
      code,
    });
    await expect(stream.publish(topic, notes(1, ['a']))).rejects.toMatchObject({ code });
    expect(await stream.isReady()).toBe(false);
    await stream.prepare([topic]);
    expect(await stream.isReady()).toBe(true);
    await stream.publish(topic, notes(1, ['a']));
  });

  it('refuses a topic whose number of partitions is another', async () => {
    const topic = freshTopic('partitions', { partitions: 2 });
    const wider = notesTopic(topic.name, 3);
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    await stream.prepare([topic]);
    const code = 'STREAM_NOT_PREPARED';
    await expect(stream.prepare([wider])).rejects.toMatchObject({ code });
    const other = await engine().reopen(stream, [wider]);
    await expect(other.publish(wider, notes(1, ['a']))).rejects.toMatchObject({ code });
    expect(await other.isReady()).toBe(false);
  });

  it('refuses a group that the topic does not declare', async () => {
    const topic = freshTopic('stranger');
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const consuming = stream.consume({ topic, group: 'strangers', handle: async () => {} });
    await expect(consuming).rejects.toMatchObject({ code: 'STREAM_NOT_PREPARED' });
  });

  it('publishes nothing when there is nothing', async () => {
    const topic = freshTopic('nothing');
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    await stream.publish(topic, []);
    expect((await stream.lag(topic, 'readers')).messages).toBe(0);
  });
}
