import { expect, it } from '@jest/globals';
import { eventually } from '@mayfly/testing';
import { type Engine, freshTopic, Gate, hostsOf, notes, Recorder } from '../harness.ts';

/** What an operator may rely on. */
export function lagCases(engine: () => Engine): void {
  it('tells how far a group is behind in messages, bytes and seconds', async () => {
    const topic = freshTopic('lag', { groups: ['readers', 'idlers'] });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    expect(await stream.lag(topic, 'readers')).toEqual({ messages: 0, bytes: 0, seconds: 0 });
    const all = notes(100, hostsOf(5)).map((note) => ({
      ...note,
      text: note.text.padEnd(200, '.'),
    }));
    const bytes = all.reduce((sum, note) => sum + topic.encode(note).length + note.host.length, 0);
    const publishedMs = Date.now();
    await stream.publish(topic, all);
    await eventually(async () => (await stream.lag(topic, 'readers')).seconds >= 0.5, {
      what: 'the lag to age',
    });
    const lag = await stream.lag(topic, 'readers');
    expect(lag.messages).toBe(100);
    expect(lag.bytes / bytes).toBeGreaterThan(0.9);
    expect(lag.bytes / bytes).toBeLessThan(1.1);
    expect(lag.seconds).toBeLessThanOrEqual((Date.now() - publishedMs) / 1_000 + 0.2);

    const recorder = new Recorder();
    await stream.consume({ topic, group: 'readers', handle: recorder.handle });
    await eventually(async () => (await stream.lag(topic, 'readers')).messages === 0, {
      what: 'the lag to go',
      withinMs: 60_000,
    });
    expect(await stream.lag(topic, 'readers')).toEqual({ messages: 0, bytes: 0, seconds: 0 });
    expect((await stream.lag(topic, 'idlers')).messages).toBe(100);
  });

  it('counts what is under way as behind', async () => {
    const topic = freshTopic('underway', { partitions: 1 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    await stream.publish(topic, notes(10, ['a']));
    const gate = new Gate();
    let handling = false;
    await stream.consume({
      topic,
      group: 'readers',
      handle: async () => {
        handling = true;
        await gate.passed();
      },
    });
    await eventually(() => handling, { what: 'the handler to begin' });
    expect((await stream.lag(topic, 'readers')).messages).toBe(10);
    gate.open();
    await eventually(async () => (await stream.lag(topic, 'readers')).messages === 0, {
      what: 'the lag to go',
    });
  });

  it('says that publishing works', async () => {
    const topic = freshTopic('publishing');
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    await stream.publish(topic, notes(1, ['a']));
    expect(stream.publishing()).toMatchObject({ ok: true });
    expect(await stream.isReady()).toBe(true);
  });

  it('takes nothing more once it is closed', async () => {
    const topic = freshTopic('closed');
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    await stream.close();
    const code = 'STREAM_AWAY';
    await expect(stream.publish(topic, notes(1, ['a']))).rejects.toMatchObject({ code });
    const consuming = stream.consume({ topic, group: 'readers', handle: async () => {} });
    await expect(consuming).rejects.toMatchObject({ code });
    expect(await stream.isReady()).toBe(false);
  });
}
