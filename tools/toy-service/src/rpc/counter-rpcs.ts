import type { Clock } from '@mayfly/clock';
import type {
  AddToCounterRequest,
  AddToCounterResponse,
  GetCounterRequest,
  GetCounterResponse,
  PutCounterRequest,
  PutCounterResponse,
} from '@mayfly/contracts/testing/v1';
import { CrawlError } from '@mayfly/errors';
import { durationMs, durationOf, type ServerCall } from '@mayfly/grpc';
import { checkCounterName } from '../core/counter-name.ts';
import type { Counters } from '../core/counters.ts';
import { counterSet } from '../events.ts';

const MAX_WORK_MS = 60_000;

export const getCounter =
  ({ counters }: { counters: Counters }) =>
  async ({ name }: GetCounterRequest, call: ServerCall): Promise<GetCounterResponse> => {
    checkCounterName(name);
    const counter = counters.get(name);
    return {
      value: counter?.value ?? 0,
      setTime: counter === undefined ? undefined : new Date(counter.setAtMs),
      remaining: durationOf(call.remainingMs()),
    };
  };

export const putCounter =
  ({ counters, clock, instance }: { counters: Counters; clock: Clock; instance: string }) =>
  async (request: PutCounterRequest, call: ServerCall): Promise<PutCounterResponse> => {
    const { name, value, work } = request;
    checkCounterName(name);
    const workMs = work === undefined ? 0 : durationMs(work);
    if (workMs < 0 || workMs > MAX_WORK_MS) {
      throw new CrawlError('REQUEST_INVALID', 'work: must be from nothing to a minute');
    }
    if (workMs > 0) await clock.sleep(workMs, call.signal);
    counters.set(name, value);
    counterSet();
    return { instance };
  };

export const addToCounter =
  ({ counters }: { counters: Counters }) =>
  async ({ name, amount }: AddToCounterRequest): Promise<AddToCounterResponse> => {
    checkCounterName(name);
    const value = counters.add(name, amount);
    counterSet();
    return { value };
  };
