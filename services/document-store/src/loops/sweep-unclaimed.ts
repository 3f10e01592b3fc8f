import { bodiesSwept } from '../events.ts';

/** Removes bodies that were put and that no message ever named. */
export const sweepUnclaimed =
  (sweep: (signal: AbortSignal) => Promise<number>) =>
  async (signal: AbortSignal): Promise<void> => {
    bodiesSwept(await sweep(signal));
  };
