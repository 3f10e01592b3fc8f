import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { eventually, startProcess } from '@mayfly/testing';
import { freshTopic, notes, Recorder } from './harness.ts';
import { kafkaForEach } from './kafka-for-each.ts';

const code = 'STREAM_AWAY';

describe('a stream on Kafka that is closed', () => {
  const engine = kafkaForEach();

  it('starts no consumer that was still being asked for', async () => {
    const topic = freshTopic('late');
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const consuming = stream.consume({ topic, group: 'readers', handle: async () => {} });
    const closing = stream.close();
    await expect(consuming).rejects.toMatchObject({ code });
    await closing;
  });

  it('gives no dead letter back that was still being looked for', async () => {
    const topic = freshTopic('back');
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    await stream.publish(topic, notes(1, ['a']));
    const refuse = async () => [new CrawlError('REQUEST_INVALID', 'no')];
    const refusing = await stream.consume({ topic, group: 'readers', handle: refuse });
    const letters = stream.deadLetters(topic, 'readers');
    await eventually(async () => (await letters.list()).length === 1, {
      what: 'a dead letter',
      withinMs: 60_000,
    });
    await refusing.stop();
    const [letter] = await letters.list();
    const retrying = letters.retry([letter!.id]);
    const closing = stream.close();
    await expect(retrying).rejects.toMatchObject({ code });
    await closing;
    await expect(letters.list()).rejects.toMatchObject({ code });
    const other = await engine().open([topic]);
    await other.deadLetters(topic, 'readers').retry([letter!.id]);
    const recorder = new Recorder();
    await other.consume({ topic, group: 'readers', handle: recorder.handle });
    await recorder.until(1);
  });

  it('leaves nothing open when Kafka has not let it into its group yet', async () => {
    const { brokers = '' } = engine().processArgs() as { brokers?: string };
    const { name } = freshTopic('joining');
    const file = join(import.meta.dirname, 'joining-process.ts');
    const first = startProcess({ name: 'first', file, args: [brokers, name] });
    await first.waitForLine('joined');
    // Until its session is over Kafka waits for it before it lets others in.
    await first.kill9();
    const second = startProcess({ name: 'second', file, args: [brokers, name, '1500'] });
    await second.waitForLine('closed, assigned 0');
    await eventually(() => second.exited.then(() => true), {
      what: 'the process to end by itself',
      withinMs: 60_000,
    });
    expect((await second.exited).code).toBe(0);
  });
});
