import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { Arrivals } from './arrivals.ts';

const HOUR = 3_600;

/** Lists that get so many items an hour; items of a list go to those named with it too. */
function world(rates: readonly number[], alsoOn: Readonly<Record<number, number>> = {}) {
  const random = seededRandom(1);
  const shown = rates.map((): number[] => []);
  let items = 0;
  return {
    pass: (): void => {
      for (const [list, rate] of rates.entries()) {
        for (let i = Math.floor(rate + random()); i > 0; i--) {
          const item = items++;
          shown[list]!.push(item);
          if (alsoOn[list] !== undefined) shown[alsoOn[list]]!.push(item);
        }
      }
    },
    shown: (list: number) => shown[list]!.slice(-50),
  };
}

/** Looks so often an hour for some days; counts the looks at each list on the last day. */
function looks(
  {
    rates,
    alsoOn = {},
    group = () => 0,
  }: {
    rates: readonly number[];
    alsoOn?: Record<number, number>;
    group?: (list: number) => number;
  },
  budget: number,
): number[] {
  const arrivals = new Arrivals();
  for (const list of rates.keys()) arrivals.add(list, group(list));
  const { pass, shown } = world(rates, alsoOn);
  const counts = rates.map(() => 0);
  for (let hour = 0; hour < 120; hour++) {
    pass();
    arrivals.begin(hour * HOUR);
    for (let i = 0; i < budget; i++) {
      const list = arrivals.next()!;
      arrivals.looked(list, shown(list));
      if (hour >= 96) counts[list]!++;
    }
  }
  return counts;
}

describe('Arrivals', () => {
  it('looks at everything twice before it judges', () => {
    const arrivals = new Arrivals();
    for (const list of [0, 1, 2]) arrivals.add(list, 0);
    const seen = Array.from({ length: 6 }, (_, hour) => {
      arrivals.begin(hour * HOUR);
      const list = arrivals.next()!;
      arrivals.looked(list, []);
      return list;
    });
    expect(seen).toEqual([0, 1, 2, 0, 1, 2]);
  });

  it('finds the busy lists among quiet ones', () => {
    const rates = Array.from({ length: 30 }, (_, list) => (list % 10 === 3 ? 5 : 0.1));
    const counts = looks({ rates, group: (list) => Math.floor(list / 10) }, 3);
    expect([counts[3], counts[13], counts[23]].every((count) => count! >= 20)).toBe(true);
  });

  it('does not look at a section whose front page shows the same', () => {
    // The front page, 0, shows what the sections 1 and 2 show; 3 is alone with what it has.
    const counts = looks({ rates: [0, 5, 5, 2], alsoOn: { 1: 0, 2: 0 } }, 2);
    expect(counts[0]).toBeGreaterThan(20);
    expect(counts[3]).toBeGreaterThan(15);
    expect(counts[1]! + counts[2]!).toBeLessThan(10);
  });

  it('learns the hours in which a list is busy', () => {
    const arrivals = new Arrivals();
    arrivals.add(0, 0);
    let item = 0;
    let shown: number[] = [];
    for (let hour = 0; hour < 14 * 24; hour++) {
      if (hour % 24 === 9) shown = [...shown, item++, item++, item++, item++].slice(-20);
      arrivals.begin(hour * HOUR);
      arrivals.looked(0, shown);
    }
    arrivals.begin((14 * 24 + 9) * HOUR);
    const busy = arrivals.expected(0);
    arrivals.begin((14 * 24 + 15) * HOUR);
    expect(busy).toBeGreaterThan(5 * arrivals.expected(0));
  });

  it('comes back to a list that woke up', () => {
    const arrivals = new Arrivals();
    for (const list of [0, 1, 2, 3]) arrivals.add(list, list);
    let item = 0;
    const shown: number[][] = [[], [], [], []];
    let late = 0;
    for (let hour = 0; hour < 24 * 21; hour++) {
      for (const list of [0, 1]) shown[list]!.push(item++, item++);
      if (hour > 24 * 7) shown[3]!.push(...Array.from({ length: 10 }, () => item++));
      arrivals.begin(hour * HOUR);
      for (let i = 0; i < 2; i++) {
        const list = arrivals.next()!;
        arrivals.looked(list, shown[list]!.slice(-400));
        if (hour > 24 * 20 && list === 3) late++;
      }
    }
    expect(late).toBeGreaterThan(15);
  });

  it('has no list left when all were looked at, and knows no list that was not added', () => {
    const arrivals = new Arrivals();
    arrivals.add(0, 0);
    arrivals.begin(0);
    expect([arrivals.next(), arrivals.next()]).toEqual([0, undefined]);
    expect(() => arrivals.looked(7, [])).toThrow('list 7 was never added');
  });
});
