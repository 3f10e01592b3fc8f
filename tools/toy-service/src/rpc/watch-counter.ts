import type { WatchCounterRequest, WatchCounterResponse } from '@mayfly/contracts/testing/v1';
import type { ServerCall } from '@mayfly/grpc';
import { checkCounterName } from '../core/counter-name.ts';
import type { Counters } from '../core/counters.ts';

export const watchCounter = ({ counters }: { counters: Counters }) =>
  async function* (
    { name, maxValues = Infinity }: WatchCounterRequest,
    { signal, draining }: ServerCall,
  ): AsyncGenerator<WatchCounterResponse> {
    checkCounterName(name);
    let sent = 0;
    for await (const value of counters.watch(name, [signal, draining])) {
      yield { value };
      sent += 1;
      if (sent >= maxValues) return;
    }
  };
