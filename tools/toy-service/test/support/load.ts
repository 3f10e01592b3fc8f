import { durationOf } from '@mayfly/grpc';
import { eventually } from '@mayfly/testing';
import type { ToyClient } from './start-toy.ts';

/** Calls without a pause, from several callers at once, until stopped. */
export interface Load {
  /** Calls that ended well so far, by the instance that answered. */
  readonly answered: ReadonlyMap<string, number>;
  readonly failures: readonly unknown[];
  /** Resolves when so many more calls have ended than now. */
  more(calls: number): Promise<void>;
  stop(): Promise<void>;
}

export function startLoad(client: ToyClient, workMs = 5): Load {
  const answered = new Map<string, number>();
  const failures: unknown[] = [];
  let running = true;
  let ended = 0;
  const callers = Array.from({ length: 16 }, async (_, caller) => {
    while (running) {
      try {
        const request = { name: `caller-${caller}`, value: ended, work: durationOf(workMs) };
        const { instance } = await client.putCounter(request);
        answered.set(instance, (answered.get(instance) ?? 0) + 1);
      } catch (error) {
        failures.push(error);
      }
      ended += 1;
    }
  });
  return {
    answered,
    failures,
    more: async (calls) => {
      const enough = ended + calls;
      await eventually(() => ended >= enough, { what: `${calls} more calls`, withinMs: 60_000 });
    },
    stop: async () => {
      running = false;
      await Promise.all(callers);
    },
  };
}
