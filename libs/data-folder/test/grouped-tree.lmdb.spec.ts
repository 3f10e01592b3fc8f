import { describe, expect, it } from '@jest/globals';
import { type GroupedRange, type GroupedTree, openDataFolder } from '@mayfly/data-folder';
import { temporaryFolder, testSeed } from '@mayfly/testing';
import fc from 'fast-check';

/** Long enough that a group of some of them has pages of its own. */
const LONG = 'x'.repeat(300);
const group = fc.constantFrom('a', 'ab', 'b', 'c', 'd');
const member = fc
  .tuple(fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8', '9'), fc.constantFrom('', LONG))
  .map((parts) => parts.join(''));
const entry = fc.tuple(group, member);
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const bound = some(fc.tuple(group, some(member)));
const range = fc.record({
  ...{ from: bound, to: bound, reverse: fc.boolean() },
  limit: fc.integer({ min: 1, max: 60 }),
});

const bytes = (text: string) => Buffer.from(text);
type Ends = readonly [string, string | undefined];
type Part = typeof range extends fc.Arbitrary<infer T> ? T : never;

function rangeOf({ from, to, reverse, limit }: Part): GroupedRange {
  const pointOf = ([of, at]: Ends) => ({
    group: bytes(of),
    ...(at === undefined ? {} : { member: bytes(at) }),
  });
  return {
    ...(from === undefined ? {} : { from: pointOf(from) }),
    ...(to === undefined ? {} : { to: pointOf(to) }),
    ...{ reverse, limit },
  };
}

/** Groups and members in an order of its own: no group has the byte that stands between. */
const placeOf = ([of, at = '']: Ends) => `${of}\0${at}`;

function expected(entries: ReadonlySet<string>, { from, to, reverse, limit }: Part): string[] {
  const within = [...entries]
    .filter((place) => from === undefined || place >= placeOf(from))
    .filter((place) => to === undefined || place < placeOf(to))
    .sort();
  return (reverse ? within.reverse() : within).slice(0, limit);
}

function read(tree: GroupedTree, of: GroupedRange): string[] {
  const found: string[] = [];
  tree.read(of, (each, groupBytes) => {
    const text = each.toString();
    found.push(`${text.slice(0, groupBytes)}\0${text.slice(groupBytes)}`);
  });
  return found;
}

describe('a tree of groups', () => {
  it('has what was added and not removed, in order, whatever part is read', async () => {
    await using folder = await temporaryFolder();
    const opened = await openDataFolder(folder.path);
    const environment = opened.environment('store');
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 60 }),
        fc.array(entry, { maxLength: 60 }),
        fc.array(range, { minLength: 1, maxLength: 10 }),
        async (added, removed, ranges) => {
          const tree = environment.groupedTree(`run-${(runs += 1)}`);
          await environment.commit(() => {
            for (const [of, at] of added) tree.add(bytes(of), bytes(at));
          });
          await environment.commit(() => {
            for (const [of, at] of removed) tree.remove(bytes(of), bytes(at));
          });
          const left = new Set(added.map(placeOf));
          for (const each of removed) left.delete(placeOf(each));
          for (const each of ranges) {
            expect(read(tree, rangeOf(each))).toEqual(expected(left, each));
          }
        },
      ),
      { seed: testSeed(), numRuns: 150 },
    );
    await opened.close();
  });

  it('keeps entries whose members are empty', async () => {
    await using folder = await temporaryFolder();
    const opened = await openDataFolder(folder.path);
    const environment = opened.environment('store');
    const tree = environment.groupedTree('empty');
    await environment.commit(() => ['a', 'b'].forEach((of) => tree.add(bytes(of), bytes(''))));
    await environment.commit(() => tree.remove(bytes('a'), bytes('')));
    expect(read(tree, { limit: 9 })).toEqual(['b\0']);
    await opened.close();
  });
});
