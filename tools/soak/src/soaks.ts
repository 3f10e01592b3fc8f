import { soakMemory } from '@mayfly/e2e/memory-soak';
import { SOAK_ENGINES, type SoakEngine, soakWalk } from '@mayfly/e2e/walk-soak';
import { soakFetcher } from '@mayfly/fetcher/soak';
import { POLITENESS_ENGINES, soakPoliteness } from '@mayfly/frontier/politeness-soak';
import { FRONTIER_ENGINES, type FrontierEngine, soakFrontier } from '@mayfly/frontier/soak';
import { soakStore } from '@mayfly/store/soak';
import { soakStream } from '@mayfly/stream/soak';

/** What a soak is given. */
export interface SoakOptions {
  readonly rounds: number;
  /** For soaks that last so long instead of so many rounds. */
  readonly minutes: number;
  readonly seconds: number;
  /** Only this one of the engines that the soak names. */
  readonly engine: string | undefined;
  /** Printed, so that a run can be repeated. */
  readonly seed: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

/** What was done to one engine, and what it cost: every count of `lost` must be 0. */
export interface SoakResult {
  readonly engine: string;
  /** Of which process, where each has a result of its own. */
  readonly process?: string;
  readonly done: Readonly<Record<string, number>>;
  readonly lost: Readonly<Record<string, number>>;
}

/** Something that can be made to suffer by name. */
export interface Soak {
  readonly name: string;
  readonly means: string;
  /** What its length is counted in. */
  readonly lasts: 'rounds' | 'minutes' | 'seconds';
  /** Engines that can be asked for one by one. */
  readonly engines?: readonly string[];
  readonly run: (options: SoakOptions) => Promise<SoakResult[]>;
}

export const SOAKS: readonly Soak[] = [
  {
    name: 'store',
    means: 'writers and servers of both engines of libs/store',
    lasts: 'rounds',
    run: async (options) =>
      (await soakStore(options)).map(({ engine, lost, halfWritten, ...done }) => ({
        engine,
        done,
        lost: { lost, halfWritten },
      })),
  },
  {
    name: 'stream',
    means: 'publishers, consumers and brokers of both engines of libs/stream',
    lasts: 'rounds',
    run: async (options) =>
      (await soakStream(options)).map(({ engine, lost, outOfOrder, ...done }) => ({
        engine,
        done,
        lost: { lost, outOfOrder },
      })),
  },
  {
    name: 'fetcher',
    means: 'the fetcher, by a web that behaves badly in every way we know; outcomes and memory',
    lasts: 'rounds',
    run: async (options) => {
      const { wrong, grown, ...done } = await soakFetcher(options);
      return [{ engine: 'bad-web', done, lost: { wrong, grown } }];
    },
  },
  {
    name: 'walk',
    means: 'a crawl by all six services: each of them, the broker and the database',
    lasts: 'rounds',
    engines: SOAK_ENGINES,
    run: async (options) =>
      (await soakWalk({ ...options, engines: chosen(options) })).map(
        ({ engine, rounds, kills, stops, revived, crawls, pages, ...lost }) => ({
          engine,
          done: { rounds, kills, stops, revived, crawls, pages },
          lost,
        }),
      ),
  },
  {
    name: 'frontier',
    means: 'frontiers under load: alone on files, alone on MongoDB, three on MongoDB',
    lasts: 'rounds',
    engines: FRONTIER_ENGINES,
    run: async (options) => {
      const engines = chosenOf<FrontierEngine>(FRONTIER_ENGINES, options);
      return (await soakFrontier({ ...options, engines })).map(
        ({ engine, lost, lostLeases, unbalanced, tooSoon, atOnce, slow, ...done }) => ({
          ...{ engine, done },
          lost: { lost, lostLeases, unbalanced, tooSoon, atOnce, slow },
        }),
      );
    },
  },
  {
    name: 'politeness',
    means: 'the manners of a frontier with eight clients at once, as a web server sees them',
    lasts: 'seconds',
    engines: POLITENESS_ENGINES,
    run: async (options) => {
      const engines = chosenOf<FrontierEngine>(POLITENESS_ENGINES, options);
      return (await soakPoliteness({ ...options, engines })).map(
        ({ engine, tooSoon, atOnce, unsettled, unbalanced, ...done }) => ({
          ...{ engine, done },
          lost: { tooSoon, atOnce, unsettled, unbalanced },
        }),
      );
    },
  },
  {
    name: 'memory',
    means: 'the memory of all six services, in a world that publishes all the time',
    lasts: 'minutes',
    engines: SOAK_ENGINES,
    run: async (options) =>
      (await soakMemory({ ...options, engines: chosen(options) })).map(
        ({ engine, process, grown, unclean, ...done }) => ({
          ...{ engine, process, done },
          lost: { grown, unclean },
        }),
      ),
  },
];

function chosen(options: SoakOptions): readonly SoakEngine[] {
  return chosenOf<SoakEngine>(SOAK_ENGINES, options);
}

function chosenOf<E extends string>(engines: readonly E[], { engine }: SoakOptions): readonly E[] {
  return engines.filter((each) => engine === undefined || each === engine);
}
