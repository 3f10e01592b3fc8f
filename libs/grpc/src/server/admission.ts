import { type Clock, systemClock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import {
  type Deadline,
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from '@grpc/grpc-js';
import type { FailureStatus } from '../status.ts';
import type { ServerTelemetry } from '../telemetry/server-telemetry.ts';
import { ActiveCall } from './active-call.ts';
import type { Authorise } from './authorise.ts';
import { callerOf } from './caller.ts';
import { unlessCut } from './cut-streams.ts';
import type { Failures } from './failures.ts';
import type { InFlight } from './in-flight.ts';
import type { ServedMethod } from './served-method.ts';
import type { Caller } from './server-call.ts';

/** What is needed to decide whether a call may begin. */
export interface AdmissionParts {
  readonly methods: ReadonlyMap<string, ServedMethod>;
  readonly inFlight: InFlight;
  readonly authorise: Authorise;
  /** What happens to calls without a deadline: refused, or given this many milliseconds. */
  readonly deadlineMissing: 'refuse' | number;
  readonly draining: AbortSignal;
  readonly failures: Failures;
  readonly telemetry: ServerTelemetry;
  readonly clock: Clock;
}

/** Calls that were let in, by the metadata object that gRPC hands from here to the handler. */
const ADMITTED = new WeakMap<Metadata, ActiveCall>();

/** The call that belongs to what gRPC hands to a handler. */
export function admittedCall(metadata: Metadata): ActiveCall {
  const call = ADMITTED.get(metadata);
  if (call === undefined) throw new Error('a handler ran for a call that was never let in');
  return call;
}

/**
 * Decides on every call when its headers have come, before any of its message is read: so a server
 * with too much to do, or a caller without the right, costs no memory.
 */
export function admission(parts: AdmissionParts): ServerInterceptor {
  return (descriptor, grpcCall) => {
    const served = parts.methods.get(descriptor.path);
    // Health and reflection: they must answer above all when nothing else does.
    if (served === undefined) return new ServerInterceptingCall(grpcCall);
    let over = (): void => {};
    return new ServerInterceptingCall(grpcCall, {
      start: (next) => {
        next({
          onReceiveMetadata: (metadata, proceed) => {
            const call = newCall(served, incoming(metadata, grpcCall), parts);
            over = () => call.over();
            try {
              over = enterCall(call, grpcCall.getDeadline() !== Infinity, parts);
            } catch (error) {
              parts.failures.fail(call, error);
              return;
            }
            ADMITTED.set(metadata, call);
            proceed(metadata);
          },
          ...(served.definition.requestStream ? { onReceiveHalfClose: unlessCut } : {}),
          onCancel: () => over(),
        });
      },
    });
  };
}

/** What is known of a call when it comes. */
export interface IncomingCall {
  readonly metadata: Metadata;
  readonly caller: Caller;
  readonly deadline: Deadline;
  readonly sendFailure: (failure: FailureStatus) => void;
}

function incoming(metadata: Metadata, grpcCall: ServerInterceptingCallInterface): IncomingCall {
  return {
    metadata,
    caller: callerOf(grpcCall),
    deadline: grpcCall.getDeadline(),
    sendFailure: (failure) => grpcCall.sendStatus(failure),
  };
}

/** A call that has come and is not let in yet. */
export function newCall(
  served: ServedMethod,
  { metadata, caller, deadline, sendFailure }: IncomingCall,
  parts: AdmissionParts,
): ActiveCall {
  return new ActiveCall({
    ...{ served, metadata, caller, sendFailure },
    deadlineAtMs: deadlineAtMs(deadline, parts),
    draining: parts.draining,
    record: parts.telemetry.begin(served.name, metadata),
    clock: parts.clock,
  });
}

function admit(call: ActiveCall, hasDeadline: boolean, parts: AdmissionParts): void {
  if (parts.draining.aborted) {
    throw new CrawlError('DEPENDENCY_AWAY', 'the server is shutting down');
  }
  parts.inFlight.checkRoom(call.streaming);
  if (!hasDeadline && parts.deadlineMissing === 'refuse') {
    throw new CrawlError('DEADLINE_MISSING', `${call.method}: the call has no deadline`);
  }
  parts.authorise(call.caller, call.served.role, call.method);
}

/** Lets the call in or throws; counts it in, and gives back what to do when it is over. */
export function enterCall(
  call: ActiveCall,
  hasDeadline: boolean,
  parts: AdmissionParts,
): () => void {
  admit(call, hasDeadline, parts);
  parts.inFlight.add(call);
  const inTime = hasDeadline ? undefined : failWhenLate(call, parts);
  return () => {
    inTime?.abort();
    call.over();
    if (!call.handled) parts.inFlight.delete(call);
  };
}

/** gRPC itself ends calls whose caller set a deadline; the others are ours to end. */
function failWhenLate(call: ActiveCall, { clock, failures }: AdmissionParts): AbortController {
  const inTime = new AbortController();
  const late = (): void => {
    const error = new CrawlError('DEADLINE_PASSED', 'took longer than a call without deadline may');
    call.stop(error);
    failures.fail(call, error);
  };
  clock.sleep(call.remainingMs(), inTime.signal).then(late, () => {});
  return inTime;
}

/** gRPC measures deadlines by the machine's wall clock, so the distance is taken from that one. */
function deadlineAtMs(deadline: Deadline, { clock, deadlineMissing }: AdmissionParts): number {
  const atMs = deadline instanceof Date ? deadline.getTime() : deadline;
  if (atMs !== Infinity) return clock.monotonicMs() + (atMs - systemClock.nowMs());
  return deadlineMissing === 'refuse' ? Infinity : clock.monotonicMs() + deadlineMissing;
}
