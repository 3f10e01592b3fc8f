import { type Client, status } from '@grpc/grpc-js';
import { isIdempotent, type MethodDefinition } from '../definition.ts';
import { type FailureStatus, mayPassLater } from '../status.ts';
import type { LocalServer } from '../within-process.ts';
import { decodeResponse } from './messages.ts';
import type { GrpcFailure, OutgoingCall } from './outgoing-call.ts';
import { receive, type Requests, send } from './streams.ts';

/** What is fixed about one RPC of a client. */
export interface CalledMethod {
  readonly grpc: Client;
  /** The server that it would go to, where that is in this process and needs no connection. */
  readonly local: () => LocalServer | undefined;
  readonly definition: MethodDefinition;
  /** Full name, `package.Service/Method`. */
  readonly name: string;
  readonly maxMessageBytes: number;
}

/** We encode and decode ourselves, where a failure can be told apart. */
const sameBytes = (bytes: Buffer): Buffer => bytes;

/** One request, one response. */
export function callUnary(
  method: CalledMethod,
  call: OutgoingCall,
  request: Buffer,
): Promise<unknown> {
  const { promise, answer } = oneAnswer(method, call);
  const { deadline, metadata } = call;
  const path = `/${method.name}`;
  const overConnection = () =>
    method.grpc.makeUnaryRequest(
      path,
      sameBytes,
      sameBytes,
      request,
      metadata,
      { deadline },
      answer,
    );
  const local = method.local()?.call({
    ...{ path, request, metadata, deadline },
    answer: (failure, response) => {
      // How often and how soon something is tried again is gRPC's business.
      if (isTriedAgain(method.definition, failure)) call.begun(overConnection());
      else answer(failure ?? tooLarge(method, response), response);
    },
  });
  call.begun(local ?? overConnection());
  return promise;
}

function isTriedAgain(definition: MethodDefinition, failure: FailureStatus | null): boolean {
  return failure !== null && isIdempotent(definition) && mayPassLater(failure);
}

/** As gRPC says it of a response that it does not take. */
function tooLarge({ maxMessageBytes }: CalledMethod, response: Buffer | undefined) {
  if (response === undefined || response.length <= maxMessageBytes) return null;
  const details = `Received message larger than max (${response.length} vs. ${maxMessageBytes})`;
  return { code: status.RESOURCE_EXHAUSTED, details };
}

/** Many requests, one response. */
export function callWithStream(
  method: CalledMethod,
  call: OutgoingCall,
  requests: Requests,
): Promise<unknown> {
  const { promise, answer } = oneAnswer(method, call);
  const { deadline, metadata } = call;
  const path = `/${method.name}`;
  const stream = method.grpc.makeClientStreamRequest(
    path,
    sameBytes,
    sameBytes,
    metadata,
    { deadline },
    answer,
  );
  call.begun(stream);
  void send(method, call, stream, requests);
  return promise;
}

/** One request, many responses. */
export async function* callForStream(
  method: CalledMethod,
  call: OutgoingCall,
  request: Buffer,
): AsyncGenerator<unknown> {
  const { deadline, metadata } = call;
  const path = `/${method.name}`;
  const stream = method.grpc.makeServerStreamRequest(
    path,
    sameBytes,
    sameBytes,
    request,
    metadata,
    { deadline },
  );
  call.begun(stream);
  yield* receive(method, call, stream);
}

/** Many requests, many responses. */
export async function* callBothWays(
  method: CalledMethod,
  call: OutgoingCall,
  requests: Requests,
): AsyncGenerator<unknown> {
  const { deadline, metadata } = call;
  const path = `/${method.name}`;
  const stream = method.grpc.makeBidiStreamRequest(path, sameBytes, sameBytes, metadata, {
    deadline,
  });
  call.begun(stream);
  void send(method, call, stream, requests);
  yield* receive(method, call, stream);
}

type OneAnswer = (failure: GrpcFailure | null, bytes?: Buffer) => void;

function oneAnswer(
  method: CalledMethod,
  call: OutgoingCall,
): { promise: Promise<unknown>; answer: OneAnswer } {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const answer: OneAnswer = (failure, bytes) => {
    if (failure !== null) {
      reject(call.failed(failure));
      return;
    }
    call.succeeded();
    try {
      resolve(decodeResponse(method, bytes ?? Buffer.alloc(0)));
    } catch (error) {
      reject(error);
    }
  };
  return { promise, answer };
}
