const HOURS = 24;
/** An hour of a list is believed like its group's until it brought about so much, a group's like that of all. */
const OF_GROUP = 30;
const OF_ALL = 8;
const LEVEL = 20;

/** Found and expected arrivals by hour of the day. */
interface Hours {
  readonly found: Float64Array;
  readonly expected: Float64Array;
}

/** How much busier than on average an hour of the day is: for one list, shrunk to its group, and that to all lists. */
export class Rhythm {
  readonly #all = emptyHours();
  readonly #groups = new Map<number, Hours>();
  readonly #lists = new Map<number, Hours>();

  /** 1 is an average hour. */
  factor(list: number, group: number, hour: number): number {
    const { found, expected } = this.#all;
    const all = (found[hour]! + LEVEL) / (expected[hour]! + LEVEL);
    const ofGroup = shrunk(this.#groups.get(group), hour, { to: all, weight: OF_ALL });
    return shrunk(this.#lists.get(list), hour, { to: ofGroup, weight: OF_GROUP });
  }

  /** So much came in an hour in which so much was to be expected, had it been an average one. */
  learn(
    { list, group }: { readonly list: number; readonly group: number },
    hour: number,
    { found, expected }: { readonly found: number; readonly expected: number },
  ): void {
    for (const hours of [this.#all, hoursOf(this.#groups, group), hoursOf(this.#lists, list)]) {
      hours.found[hour]! += found;
      hours.expected[hour]! += expected;
    }
  }
}

function shrunk(
  hours: Hours | undefined,
  hour: number,
  { to, weight }: { readonly to: number; readonly weight: number },
): number {
  if (hours === undefined) return to;
  return (hours.found[hour]! + weight * to) / (hours.expected[hour]! + weight);
}

function hoursOf(map: Map<number, Hours>, key: number): Hours {
  let hours = map.get(key);
  if (hours === undefined) map.set(key, (hours = emptyHours()));
  return hours;
}

function emptyHours(): Hours {
  return { found: new Float64Array(HOURS), expected: new Float64Array(HOURS) };
}
