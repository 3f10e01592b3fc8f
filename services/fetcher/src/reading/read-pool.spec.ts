import { afterEach, describe, expect, it } from '@jest/globals';
import { LinkList } from '@mayfly/contracts/events/v1';
import { urlOf } from '../../test/support/web.ts';
import { ReadPool, type ReadSettings } from './read-pool.ts';

const pools: ReadPool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

function open(settings: Partial<ReadSettings> = {}): ReadPool {
  const defaults = { workers: 1, timeoutMs: 20_000, maxMemoryMb: 256, smallBytes: 0 };
  const pool = new ReadPool({ ...defaults, ...settings });
  pools.push(pool);
  return pool;
}

const documentOf = (html: string) => ({
  body: Buffer.from(html),
  url: urlOf('https://a.test/'),
  contentType: 'text/html',
});
const BAD_READER = new URL('../../test/support/bad-reader.mjs', import.meta.url);

describe('documents', () => {
  it.each([
    ['in a process of their own', 0],
    ['in place', 1_000_000],
  ])('are read %s', async (_, smallBytes) => {
    const read = await open({ smallBytes }).read(documentOf('<title>T</title><p>text<a href=x>'));
    expect(read).toMatchObject({ kind: 'html', title: 'T', linkCount: 1 });
    expect(Buffer.from(read?.text ?? []).toString()).toBe('text');
    expect(LinkList.decode(read?.links ?? new Uint8Array()).links[0]?.url).toBe('https://a.test/x');
  });

  it('wait for a reader, and each gets its own answer', async () => {
    const pool = open({ workers: 2 });
    const titles = Array.from({ length: 10 }, (_, at) => `title ${at}`);
    const read = await Promise.all(
      titles.map((title) => pool.read(documentOf(`<title>${title}</title>`))),
    );
    expect(read.map((each) => each?.title)).toEqual(titles);
  });
});

describe('a document', () => {
  it.each([
    ['takes too long', 'hang', { timeoutMs: 4_000 }],
    ['takes too much memory', 'grow', { maxMemoryMb: 64 }],
    ['makes its reader fail', 'throw', {}],
    ['ends its reader', 'exit', {}],
  ])('that %s is not read, and the next one is', async (_, deed, settings) => {
    const pool = open({ ...settings, readerFile: BAD_READER });
    const [bad, good] = await Promise.all([
      pool.read(documentOf(deed)),
      pool.read(documentOf('answer')),
    ]);
    expect([bad, good?.title]).toEqual([undefined, 'answered']);
  });
});

describe('readers', () => {
  it('never take the fetcher with them, however often one runs out of memory', async () => {
    const pool = open({ maxMemoryMb: 32 });
    const links = Array.from({ length: 150_000 }, (_, at) => `<a href=${at}>x</a>`).join('');
    const hostile = documentOf(links + '<p>x'.repeat(1_000_000));
    const good = documentOf('<title>T</title><p>words');
    for (let round = 0; round < 3; round += 1) {
      expect(await pool.read(hostile)).toBeUndefined();
      expect((await pool.read(good))?.title).toBe('T');
    }
  });

  it('that cannot be started cost the documents that wait for them, and no others', async () => {
    const settings = { workers: 1, timeoutMs: 20_000, maxMemoryMb: 256, smallBytes: 0 };
    // A name too long to be handed to any program.
    let readerFile = new URL(`file:///${'x'.repeat(1_000_000)}`);
    const pool = new ReadPool({
      ...settings,
      get readerFile() {
        return readerFile;
      },
    });
    pools.push(pool);
    const waiting = Promise.all([pool.read(documentOf('a')), pool.read(documentOf('b'))]);
    expect(await waiting).toEqual([undefined, undefined]);
    readerFile = BAD_READER;
    expect((await pool.read(documentOf('answer')))?.title).toBe('answered');
  });

  it('are not waited for when the pool is closed', async () => {
    const pool = open();
    await pool.close();
    expect(await pool.read(documentOf('a'))).toBeUndefined();
  });

  it('are gone when the pool is closed', async () => {
    const pool = open({ readerFile: BAD_READER });
    const cut = pool.read(documentOf('hang'));
    await pool.close();
    expect(await cut).toBeUndefined();
  });
});
