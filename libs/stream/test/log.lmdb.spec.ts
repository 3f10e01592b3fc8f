import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type DataFolder, type Environment, openDataFolder } from '@mayfly/data-folder';
import { type TemporaryFolder, temporaryFolder } from '@mayfly/testing';
import { Log, type NewEnds } from '../src/lmdb/log.ts';

const ALL = { messages: 10, bytes: 1_000_000 };
const message = (text: string) => ({
  key: Buffer.from('k'),
  payload: Buffer.from(text),
  headers: {},
  bytes: 1 + text.length,
  partition: 0,
});

describe('Log', () => {
  let temporary: TemporaryFolder;
  let folder: DataFolder;
  let environment: Environment;
  let log: Log;

  beforeEach(async () => {
    temporary = await temporaryFolder();
    folder = await openDataFolder(temporary.path);
    environment = folder.environment('stream');
    log = new Log(environment, 'notes', 1);
  });

  afterEach(async () => {
    await folder.close();
    await temporary[Symbol.asyncDispose]();
  });

  const append = (text: string): Promise<NewEnds> =>
    environment.commit(() => log.append([message(text)], 1));

  async function trimBefore(position: number): Promise<void> {
    const old = log.blocksBefore(0, position, 100);
    log.showStart(0, old.start);
    await environment.commit(() => log.remove(0, old));
  }

  it('keeps what is written and not shown yet when all that is shown is trimmed', async () => {
    log.show(await append('a'));
    const slowlyFlushed = await append('b');
    await trimBefore(1);
    log.show(slowlyFlushed);
    expect(log.read(0, 0, ALL).map(({ payload }) => Buffer.from(payload).toString())).toEqual([
      'b',
    ]);
  });

  it('removes every block that lies wholly before the position', async () => {
    for (const text of ['a', 'b', 'c']) log.show(await append(text));
    expect(log.blocksBefore(0, 2, 100)).toEqual({ firsts: [0, 1], start: 2 });
    expect(log.blocksBefore(0, 3, 100)).toEqual({ firsts: [0, 1, 2], start: 3 });
    expect(log.blocksBefore(0, 3, 2)).toEqual({ firsts: [0, 1], start: 2 });
  });
});
