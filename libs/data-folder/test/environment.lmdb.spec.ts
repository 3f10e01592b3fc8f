import { describe, expect, it } from '@jest/globals';
import { openDataFolder } from '@mayfly/data-folder';
import { MAX_KEY_BYTES } from '../src/check-key.ts';
import { temporaryFolder } from '@mayfly/testing';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const text = (value: Uint8Array | undefined): string | undefined =>
  value === undefined ? undefined : Buffer.from(value).toString();

describe('an LMDB environment', () => {
  it('gives back after reopening what was committed', async () => {
    await using folder = await temporaryFolder();
    const first = await openDataFolder(folder.path);
    const tree = first.environment('store').tree('hosts');
    await first.environment('store').commit(() => tree.put(bytes('a'), bytes('1')));
    await first.close();
    const second = await openDataFolder(folder.path);
    expect(text(second.environment('store').tree('hosts').get(bytes('a')))).toBe('1');
    await second.close();
  });

  it('walks a range up and down, from included and to excluded', async () => {
    await using folder = await temporaryFolder();
    const opened = await openDataFolder(folder.path);
    const environment = opened.environment('store');
    const tree = environment.tree('hosts');
    await environment.commit(() => {
      for (const name of ['a', 'b', 'c', 'd']) tree.put(bytes(name), bytes(name));
    });
    const range = { from: bytes('b'), to: bytes('d') };
    const keys = (reverse: boolean) =>
      [...tree.range({ ...range, reverse })].map((entry) => text(entry.key));
    expect([keys(false), keys(true)]).toEqual([
      ['b', 'c'],
      ['c', 'b'],
    ]);
    expect([...tree.range({ reverse: true, limit: 1 })].map((entry) => text(entry.key))).toEqual([
      'd',
    ]);
    await opened.close();
  });

  it('sees inside a work what the same work removed', async () => {
    await using folder = await temporaryFolder();
    const opened = await openDataFolder(folder.path);
    const environment = opened.environment('store');
    const tree = environment.tree('hosts');
    await environment.commit(() => tree.put(bytes('a'), bytes('1')));
    const seen = await environment.commit(() => {
      tree.remove(bytes('a'));
      return tree.get(bytes('a'));
    });
    expect([seen, tree.get(bytes('a'))]).toEqual([undefined, undefined]);
    await opened.close();
  });

  it('refuses a work with a key that is too long, and that work alone', async () => {
    await using folder = await temporaryFolder();
    const opened = await openDataFolder(folder.path);
    const environment = opened.environment('store');
    const tree = environment.tree('hosts');
    const long = Buffer.alloc(MAX_KEY_BYTES + 1, 'k');
    const ends = await Promise.allSettled([
      environment.commit(() => tree.put(bytes('a'), bytes('1'))),
      environment.commit(() => tree.put(long, bytes('2'))),
      environment.commit(() => tree.remove(long)),
      environment.commit(() => tree.put(long.subarray(1), bytes('3'))),
    ]);
    expect(ends.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect([text(tree.get(bytes('a'))), text(tree.get(long.subarray(1)))]).toEqual(['1', '3']);
    await opened.close();
  });

  it('keeps from readers what is not committed yet', async () => {
    await using folder = await temporaryFolder();
    const opened = await openDataFolder(folder.path);
    const environment = opened.environment('store');
    const tree = environment.tree('hosts');
    const seen = await environment.commit(() => {
      tree.put(bytes('a'), bytes('1'));
      return tree.getCommitted(bytes('a'));
    });
    expect([seen, text(tree.getCommitted(bytes('a')))]).toEqual([undefined, '1']);
    await opened.close();
  });
});
