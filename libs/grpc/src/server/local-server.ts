import { systemClock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import { Metadata, status } from '@grpc/grpc-js';
import type { FailureStatus } from '../status.ts';
import type { LocalCall, LocalServer } from '../within-process.ts';
import { type AdmissionParts, enterCall, newCall } from './admission.ts';
import type { ActiveCall } from './active-call.ts';
import { answerUnary, type HandleParts } from './handle.ts';
import type { ServedMethod } from './served-method.ts';

interface LocalParts extends AdmissionParts, HandleParts {
  readonly receiveBytes: number;
}

/** A caller in this process has nothing to prove, and no connection. */
const CALLER = { names: [], address: 'this process' };

/** What a server does with calls from its own process: all that it does with others, without a connection. */
export function localServer(parts: LocalParts): LocalServer {
  return {
    call: (call) => {
      const served = parts.methods.get(call.path);
      // Streams, what is not ours, and what gRPC would refuse unread are left to gRPC.
      if (served === undefined || served.streaming) return undefined;
      return call.request.length > parts.receiveBytes ? undefined : begin(served, call, parts);
    },
  };
}

function begin(served: ServedMethod, local: LocalCall, parts: LocalParts): { cancel(): void } {
  const { request, metadata, deadline, answer } = local;
  let call: ActiveCall | undefined;
  let over = (): void => {};
  let isTold = false;
  const tell = (failure: FailureStatus | null, response?: Buffer): void => {
    if (isTold) return;
    isTold = true;
    clearImmediate(beginning);
    clearTimeout(late);
    over();
    answer(failure, response);
  };
  // As over a connection, the handler begins in a turn of its own: a caller in a loop leaves room for everybody else.
  const beginning = setImmediate(() => {
    const from = { caller: CALLER, deadline, sendFailure: tell };
    const started = newCall(served, { metadata, ...from }, parts);
    call = started;
    over = () => started.over();
    try {
      over = enterCall(started, true, parts);
    } catch (error) {
      parts.failures.fail(started, error);
      return;
    }
    answerUnary(started, request, parts, (response) => tell(null, response));
  });
  const late = setTimeout(
    () => {
      call?.stop(new CrawlError('DEADLINE_PASSED', 'the caller waited no longer'));
      tell(failureOf(status.DEADLINE_EXCEEDED, 'Deadline exceeded'));
    },
    Math.max(0, deadline - systemClock.nowMs()),
  );
  return { cancel: () => tell(failureOf(status.CANCELLED, 'Cancelled on client')) };
}

function failureOf(code: status, details: string): FailureStatus {
  return { code, details, metadata: new Metadata() };
}
