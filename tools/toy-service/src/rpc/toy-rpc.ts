import type { Clock } from '@mayfly/clock';
import type { ToyServiceDefinition } from '@mayfly/contracts/testing/v1';
import type { Handlers } from '@mayfly/grpc';
import type { Counters } from '../core/counters.ts';
import { addToCounter, getCounter, putCounter } from './counter-rpcs.ts';
import { echo } from './echo.ts';
import { fail } from './fail.ts';
import { sumNumbers } from './sum-numbers.ts';
import { watchCounter } from './watch-counter.ts';

export function toyRpc(deps: {
  readonly counters: Counters;
  readonly clock: Clock;
  readonly instance: string;
}): Handlers<ToyServiceDefinition> {
  return {
    getCounter: getCounter(deps),
    putCounter: putCounter(deps),
    addToCounter: addToCounter(deps),
    fail,
    watchCounter: watchCounter(deps),
    sumNumbers,
    echo,
  };
}
