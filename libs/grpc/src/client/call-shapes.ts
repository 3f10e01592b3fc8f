import type { Client, requestCallback } from '@grpc/grpc-js';
import type { MethodDefinition } from '../definition.ts';
import { decodeResponse } from './messages.ts';
import type { OutgoingCall } from './outgoing-call.ts';
import { receive, type Requests, send } from './streams.ts';

/** What is fixed about one RPC of a client. */
export interface CalledMethod {
  readonly grpc: Client;
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
  call.begun(
    method.grpc.makeUnaryRequest(
      path,
      sameBytes,
      sameBytes,
      request,
      metadata,
      { deadline },
      answer,
    ),
  );
  return promise;
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

function oneAnswer(
  method: CalledMethod,
  call: OutgoingCall,
): { promise: Promise<unknown>; answer: requestCallback<Buffer> } {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const answer: requestCallback<Buffer> = (failure, bytes) => {
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
