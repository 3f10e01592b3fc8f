import fc from 'fast-check';
import { CAPABILITIES } from './capabilities.ts';
import { CRAWLS, HOSTS, OWN_MANNERS, POLICIES } from './world.ts';

const PLACES = 18;
/** Ways in which a submission may be one that is refused, or not quite like the others. */
export const ODD = ['scope', 'deny', 'depth', 'hops', 'scheme', 'revision', 'crawl'] as const;

const crawl = fc.nat(CRAWLS.length - 1);
const place = fc.nat(PLACES - 1);
const priority = fc.constantFrom(1, 1, 1, 2, 5, -3);
const group = CAPABILITIES.groups ? fc.constantFrom('', '', 'g1', 'g2') : fc.constant('');

const submit = fc.record({
  do: fc.constant('submit' as const),
  crawl,
  by: fc.nat(2),
  hasDefaults: CAPABILITIES.defaults ? fc.boolean() : fc.constant(false),
  urls: fc.array(
    fc.record({
      place,
      priority: fc.option(priority, { nil: undefined, freq: 4 }),
      depth: fc.constantFrom(0, 1),
      odd: fc.oneof(
        { weight: 30, arbitrary: fc.constant(undefined) },
        { weight: ODD.length, arbitrary: fc.constantFrom(...ODD) },
      ),
      group,
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

const schedule = fc.record({
  do: fc.constant('schedule' as const),
  crawl,
  orders: fc.array(
    fc.record({
      place,
      priority,
      inMs: fc.constantFrom(0, 0, 0, 500, 5_000, 30_000),
      /** How far behind or ahead of the last attempt it is. */
      after: fc.constantFrom(0, 0, 0, -1, 1, 'none' as const),
      group: fc.option(group, { nil: undefined }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

const groupOrder = fc.record({
  do: fc.constant('group' as const),
  crawl,
  group: fc.constantFrom('g1', 'g2'),
  priority,
});

const lease = fc.record({
  do: fc.constant('lease' as const),
  max: fc.constantFrom<number[]>(1, 2, 3, 10),
  fetcher: fc.constantFrom('f1', 'f2'),
});

/** Fetchers that do what they should: time passes, they lease, and report pages. */
const work = fc.record({
  do: fc.constant('work' as const),
  ms: fc.constantFrom<number[]>(1_000, 1_000, 3_500, 11_000),
  max: fc.constantFrom<number[]>(1, 2, 10),
});

const named = fc.record({
  do: fc.constant('named' as const),
  place,
  robots: fc.boolean(),
});

const end = fc.record({
  do: fc.constant('settle' as const),
  which: fc.nat(7),
  outcome: fc.constantFrom(
    1,
    1,
    1,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    8,
    9,
    10,
    11,
    12,
    13,
    14,
    17,
    18,
    19,
    20,
  ),
  hostTimeMs: fc.constantFrom(undefined, 0, 100, 3_000, 20_000),
  retryAfterMs: fc.constantFrom(undefined, undefined, undefined, 500, 5_000, 90_000),
  etag: fc.constantFrom('', '', 'e1'),
  robots: fc.option(
    fc.record({
      known: fc.constantFrom(true, true, true, false),
      crawlDelayMs: fc.constantFrom(undefined, undefined, 2_500, 100_000),
      maxAgeMs: fc.constantFrom(undefined, undefined, 0, 5_000),
    }),
    { nil: undefined, freq: 8 },
  ),
});

const other = fc.record({
  do: fc.constantFrom('release' as const, 'release-robots' as const, 'extend' as const),
  which: fc.nat(7),
});

const pass = fc.record({
  do: fc.constant('pass' as const),
  ms: fc.constantFrom(1, 10, 499, 500, 999, 1_000, 1_000, 2_500, 5_000, 10_000, 21_000, 65_000),
});

const jump = fc.record({
  do: fc.constant('jump' as const),
  ms: fc.constantFrom(-7_200_000, -3_600_000, -20_000, 20_000, 3_600_000, 90_000_000),
});

const restart = fc.record({
  do: fc.constant('restart' as const),
  /** A submission that is under way while it stops. */
  during: fc.option(place, { nil: undefined }),
});

const policy = fc.record({
  do: fc.constant('policy' as const),
  host: fc.nat(HOSTS.length - 1),
  policy: fc.nat(POLICIES.length),
});

const block = fc.record({
  do: fc.constant('block' as const),
  host: fc.nat(HOSTS.length - 1),
  forMs: fc.constantFrom(undefined, undefined, 2_000, 30_000),
});

const put = fc.record({
  do: fc.constant('put' as const),
  crawl,
  revision: fc.constantFrom<number[]>(1, 1, 1, 0, -1),
  paused: fc.constantFrom(false, false, false, true),
  deleted: fc.constantFrom(false, false, false, false, false, true),
  maxPages: fc.constantFrom(undefined, undefined, 1, 3, 6),
  maxDepth: fc.constantFrom(undefined, undefined, 1),
  requestsPerSecond: fc.constantFrom(undefined, undefined, undefined, 2),
  manners: fc.nat(OWN_MANNERS.length - 1),
});

/** One thing that happens to a frontier. */
export const steps = fc.oneof(
  { weight: 9, arbitrary: submit },
  { weight: 5, arbitrary: schedule },
  { weight: 7, arbitrary: lease },
  { weight: 7, arbitrary: work },
  { weight: 10, arbitrary: end },
  { weight: 3, arbitrary: other },
  { weight: 9, arbitrary: pass },
  { weight: 1, arbitrary: named },
  { weight: 1, arbitrary: jump },
  { weight: 1, arbitrary: restart },
  { weight: 1, arbitrary: policy },
  { weight: 2, arbitrary: put },
  ...(CAPABILITIES.groups ? [{ weight: 2, arbitrary: groupOrder }] : []),
  ...(CAPABILITIES.blocks ? [{ weight: 1, arbitrary: block }] : []),
);

type Arbitrated<T> = T extends fc.Arbitrary<infer V> ? V : never;
export type Step =
  | Arbitrated<typeof submit>
  | Arbitrated<typeof schedule>
  | Arbitrated<typeof groupOrder>
  | Arbitrated<typeof lease>
  | Arbitrated<typeof work>
  | Arbitrated<typeof named>
  | Arbitrated<typeof end>
  | Arbitrated<typeof other>
  | Arbitrated<typeof pass>
  | Arbitrated<typeof jump>
  | Arbitrated<typeof restart>
  | Arbitrated<typeof policy>
  | Arbitrated<typeof block>
  | Arbitrated<typeof put>;
export type StepOf<Name extends Step['do']> = Extract<Step, { readonly do: Name }>;
