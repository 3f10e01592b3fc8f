import { expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { type Received } from '@mayfly/stream';
import { eventually } from '@mayfly/testing';
import { type Engine, freshTopic, hostsOf, notes, Recorder, stays } from '../harness.ts';
import type { Note } from '../memory-partition.ts';

/** Refuses the texts that it is told to refuse. */
function refusing(recorder: Recorder, refused: ReadonlySet<string>) {
  return async (batch: readonly Received<Note>[]) => {
    const bad = batch.map(({ message }) => refused.has(message.text));
    await recorder.handle(batch.filter((_, index) => !bad[index]));
    return bad.map((is) => (is ? new CrawlError('REQUEST_INVALID', 'no such host') : undefined));
  };
}

/** What becomes of messages that cannot be handled. */
export function deadLetterCases(engine: () => Engine): void {
  it('keeps a bad message with its code while its neighbours pass', async () => {
    const topic = freshTopic('poison', { partitions: 1 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const recorder = new Recorder();
    const handle = refusing(recorder, new Set(['5']));
    await stream.consume({ topic, group: 'readers', handle });
    await stream.publish(topic, notes(10, hostsOf(3)), { headers: ({ text }) => ({ text }) });
    await recorder.until(9);
    const letters = await eventually(
      async () => {
        const list = await stream.deadLetters(topic, 'readers').list();
        return list.length > 0 && list;
      },
      { what: 'a dead letter', withinMs: 60_000 },
    );
    expect(letters).toHaveLength(1);
    expect(letters[0]).toMatchObject({
      id: 'main-0-5',
      code: 'REQUEST_INVALID',
      reason: 'no such host',
      attempts: 1,
      key: hostsOf(3)[2],
      origin: { stream: 'main', topic: topic.name, partition: 0, position: 5n },
    });
    expect(Buffer.from(letters[0]!.headers.text!).toString()).toBe('5');
    await eventually(async () => (await stream.lag(topic, 'readers')).messages === 0, {
      what: 'all to be committed',
    });
  });

  it('keeps bytes that are no message, at once', async () => {
    const topic = freshTopic('garbage', { partitions: 1 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const recorder = new Recorder();
    await stream.publish(topic, [
      { host: 'a', text: '1' },
      { host: 'a', text: 'garbage' },
      { host: 'a', text: '2' },
    ]);
    await stream.consume({ topic, group: 'readers', handle: recorder.handle });
    await recorder.until(2);
    const letters = await stream.deadLetters(topic, 'readers').list();
    expect(letters.map(({ code, reason }) => [code, reason])).toEqual([
      ['MESSAGE_MALFORMED', 'not a note'],
    ]);
  });

  it('gives dead letters back to their group alone, in a stream of its own', async () => {
    const topic = freshTopic('retry', { partitions: 2, groups: ['strict', 'easy'] });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const refused = new Set(['3', '4']);
    const strict = new Recorder();
    const easy = new Recorder();
    await stream.consume({ topic, group: 'strict', handle: refusing(strict, refused) });
    await stream.consume({ topic, group: 'easy', handle: easy.handle });
    await stream.publish(topic, notes(10, hostsOf(5)));
    await Promise.all([strict.until(8), easy.until(10)]);
    const dead = stream.deadLetters(topic, 'strict');
    await eventually(async () => (await dead.list()).length === 2, {
      what: 'two dead letters',
      withinMs: 60_000,
    });
    expect(await stream.deadLetters(topic, 'easy').list()).toEqual([]);
    const [first, second] = await dead.list();
    expect(await dead.list({ limit: 1 })).toEqual([first]);
    expect(await dead.list({ after: first!.id })).toEqual([second]);

    refused.clear();
    await dead.retry([first!.id, second!.id]);
    await strict.until(10);
    const again = strict.received.slice(8);
    expect(again.map(({ origin }) => origin.stream)).toEqual(['retry', 'retry']);
    expect(again.map(({ key }) => key).sort()).toEqual([first!.key, second!.key].sort());
    expect(await dead.list()).toEqual([]);
    expect(await stays(() => easy.received.length === 10, 200)).toBe(true);
    await eventually(async () => (await stream.lag(topic, 'strict')).messages === 0, {
      what: 'the retries to be committed',
    });
  });

  it('gives a message back as it was published: key, payload and headers', async () => {
    const topic = freshTopic('intact', { partitions: 1 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const recorder = new Recorder();
    let isStrict = true;
    await stream.consume({
      topic,
      group: 'readers',
      handle: (batch) =>
        isStrict
          ? Promise.reject(new CrawlError('REQUEST_INVALID', 'not yet'))
          : recorder.handle(batch),
    });
    const headers = { note: Buffer.from([0, 255, 10]), word: Buffer.from('as it was') };
    const [note] = notes(1, ['a']);
    await stream.publish(topic, [note!], { headers: () => headers });
    const dead = stream.deadLetters(topic, 'readers');
    await eventually(async () => (await dead.list()).length === 1, { what: 'a dead letter' });
    isStrict = false;
    await dead.retry((await dead.list()).map(({ id }) => id));
    await recorder.until(1);
    const [again] = recorder.received;
    expect(again).toMatchObject({ message: note, key: 'a', origin: { stream: 'retry' } });
    for (const [name, value] of Object.entries(headers)) {
      expect(Buffer.from(again!.headers[name]!)).toEqual(value);
    }
  });

  it('takes a message that fails again back to the dead letters', async () => {
    const topic = freshTopic('again', { partitions: 1 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const recorder = new Recorder();
    await stream.consume({ topic, group: 'readers', handle: refusing(recorder, new Set(['0'])) });
    await stream.publish(topic, notes(1, ['a']));
    const dead = stream.deadLetters(topic, 'readers');
    const ids = async () => (await dead.list()).map(({ id }) => id).join();
    await eventually(async () => (await ids()) === 'main-0-0', { what: 'the first death' });
    await dead.retry(['main-0-0']);
    await eventually(async () => (await ids()) === 'retry-0-0', { what: 'the second death' });
    await dead.retry(['retry-0-0']);
    await eventually(async () => (await ids()) === 'retry-0-1', { what: 'the third death' });
  });

  it('knows no dead letter that is not there, and gives none back then', async () => {
    const topic = freshTopic('unknown', { partitions: 1 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const recorder = new Recorder();
    await stream.consume({ topic, group: 'readers', handle: refusing(recorder, new Set(['0'])) });
    await stream.publish(topic, notes(1, ['a']));
    const dead = stream.deadLetters(topic, 'readers');
    await eventually(async () => (await dead.list()).length === 1, { what: 'a dead letter' });
    const code = 'DEAD_LETTER_UNKNOWN';
    await expect(dead.retry(['main-0-0', 'main-0-7'])).rejects.toMatchObject({ code });
    await expect(dead.retry(['nonsense'])).rejects.toMatchObject({ code });
    expect(await dead.list()).toHaveLength(1);
  });
}
