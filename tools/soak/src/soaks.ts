import { soakStore } from '@mayfly/store/soak';
import { soakStream } from '@mayfly/stream/soak';

/** What a soak is given. */
export interface SoakOptions {
  readonly rounds: number;
  /** Printed, so that a run can be repeated. */
  readonly seed: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

/** What was done to one engine, and what it cost: every count of `lost` must be 0. */
export interface SoakResult {
  readonly engine: string;
  readonly done: Readonly<Record<string, number>>;
  readonly lost: Readonly<Record<string, number>>;
}

/** Something that can be made to suffer by name. */
export interface Soak {
  readonly name: string;
  readonly means: string;
  readonly run: (options: SoakOptions) => Promise<SoakResult[]>;
}

export const SOAKS: readonly Soak[] = [
  {
    name: 'store',
    means: 'writers and servers of both engines of libs/store',
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
    run: async (options) =>
      (await soakStream(options)).map(({ engine, lost, outOfOrder, ...done }) => ({
        engine,
        done,
        lost: { lost, outOfOrder },
      })),
  },
];
