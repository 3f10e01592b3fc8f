/** How a host is treated. */
export interface Manners {
  /** Rest between the end of one request and the start of the next. */
  readonly delayMs: number;
  /** A host rests at least this many times as long as its last answer took. */
  readonly busyFactor: number;
  readonly leasesAtATime: number;
  readonly obeyRobots: boolean;
}

/** What holds where some manners are set and the rest are the defaults. */
export function filled(defaults: Manners, set: Partial<Manners> | undefined): Manners {
  return {
    delayMs: set?.delayMs ?? defaults.delayMs,
    busyFactor: set?.busyFactor ?? defaults.busyFactor,
    leasesAtATime: set?.leasesAtATime ?? defaults.leasesAtATime,
    obeyRobots: set?.obeyRobots ?? defaults.obeyRobots,
  };
}

/** The more polite of both, point by point. */
export function politer(one: Manners, set: Partial<Manners> | undefined): Manners {
  if (set === undefined) return one;
  return {
    delayMs: Math.max(one.delayMs, set.delayMs ?? 0),
    busyFactor: Math.max(one.busyFactor, set.busyFactor ?? 0),
    leasesAtATime: Math.min(one.leasesAtATime, set.leasesAtATime ?? Infinity),
    obeyRobots: one.obeyRobots || set.obeyRobots === true,
  };
}

export function areSame(one: Manners, other: Manners): boolean {
  return (
    one.delayMs === other.delayMs &&
    one.busyFactor === other.busyFactor &&
    one.leasesAtATime === other.leasesAtATime &&
    one.obeyRobots === other.obeyRobots
  );
}

/** The first point in which some manners are ruder than the defaults. */
export function ruderPoint(defaults: Manners, set: Partial<Manners>): keyof Manners | undefined {
  if ((set.delayMs ?? Infinity) < defaults.delayMs) return 'delayMs';
  if ((set.busyFactor ?? Infinity) < defaults.busyFactor) return 'busyFactor';
  if ((set.leasesAtATime ?? 1) > defaults.leasesAtATime) return 'leasesAtATime';
  if (set.obeyRobots === false && defaults.obeyRobots) return 'obeyRobots';
  return undefined;
}
