import { describe, expect, it } from '@jest/globals';
import { type Disk, GroupCommit, type Write } from './group-commit.ts';

const tree = {};
const key = (text: string): Uint8Array => Buffer.from(text);

/** A disk that remembers each transaction and flushes only when told. */
function slowDisk() {
  const transactions: string[][] = [];
  const flushes: (() => void)[] = [];
  const disk: Disk = {
    inOneTransaction: async (writes: readonly Write[]) => {
      transactions.push(writes.map((write) => Buffer.from(write.key).toString()));
    },
    flushed: () => new Promise((resolve) => flushes.push(resolve)),
  };
  return { disk, transactions, flushes };
}

const instantDisk: Disk = { inOneTransaction: async () => {}, flushed: async () => {} };

describe('GroupCommit', () => {
  it('puts works that arrive together into one transaction', async () => {
    const { disk, transactions, flushes } = slowDisk();
    const commits = new GroupCommit(disk);
    const works = ['a', 'b', 'c'].map((name) =>
      commits.commit(() => commits.write({ tree, key: key(name), value: key('1') })),
    );
    while (flushes.length === 0) await new Promise(setImmediate);
    flushes.forEach((flush) => flush());
    await Promise.all(works);
    expect(transactions).toEqual([['a', 'b', 'c']]);
  });

  it('answers nobody before the flush', async () => {
    const { disk, flushes } = slowDisk();
    const commits = new GroupCommit(disk);
    let answered = false;
    const work = commits
      .commit(() => commits.write({ tree, key: key('a'), value: key('1') }))
      .then(() => (answered = true));
    while (flushes.length === 0) await new Promise(setImmediate);
    expect(answered).toBe(false);
    flushes.forEach((flush) => flush());
    await work;
    expect(answered).toBe(true);
  });

  it('shows a work what the works before it wrote', async () => {
    const commits = new GroupCommit(instantDisk);
    const first = commits.commit(() => commits.write({ tree, key: key('a'), value: key('1') }));
    const second = commits.commit(() => commits.pendingWrite(tree, key('a'))?.value);
    await first;
    expect(Buffer.from((await second)!).toString()).toBe('1');
  });

  it('drops every write of a work that throws, and only those', async () => {
    const { disk, transactions, flushes } = slowDisk();
    const commits = new GroupCommit(disk);
    const good = commits.commit(() => commits.write({ tree, key: key('a'), value: key('1') }));
    const bad = commits.commit(() => {
      commits.write({ tree, key: key('a'), value: key('2') });
      throw new Error('no');
    });
    const after = commits.commit(() => commits.pendingWrite(tree, key('a'))?.value);
    await expect(bad).rejects.toThrow('no');
    while (flushes.length === 0) await new Promise(setImmediate);
    flushes.forEach((flush) => flush());
    await good;
    expect(transactions).toEqual([['a']]);
    expect(Buffer.from((await after)!).toString()).toBe('1');
  });

  it('rejects this and every later work when the disk fails', async () => {
    const told: unknown[] = [];
    const commits = new GroupCommit({
      inOneTransaction: () => Promise.reject(new Error('disk full')),
      flushed: async () => {},
      failed: (error) => told.push(error),
    });
    const write = () => commits.write({ tree, key: key('a'), value: key('1') });
    await expect(commits.commit(write)).rejects.toThrow('disk full');
    await expect(commits.commit(write)).rejects.toThrow('disk full');
    expect(told).toEqual([new Error('disk full')]);
  });

  it('refuses a write outside of a work', () => {
    const commits = new GroupCommit(instantDisk);
    expect(() => commits.write({ tree, key: key('a'), value: key('1') })).toThrow(
      'outside of commit',
    );
  });
});
