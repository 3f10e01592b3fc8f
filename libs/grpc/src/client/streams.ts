import type { Readable, Writable } from 'node:stream';
import { PacedWriter } from '../paced-writer.ts';
import type { CalledMethod } from './call-shapes.ts';
import { decodeResponse, encodeRequest } from './messages.ts';
import type { GrpcFailure, OutgoingCall } from './outgoing-call.ts';

/** The messages of a streaming request. */
export type Requests = AsyncIterable<unknown> | Iterable<unknown>;

/** Sends requests as fast as they are taken, and stops when the call is over. Never rejects: a failure of ours ends the call. */
export async function send(
  method: CalledMethod,
  call: OutgoingCall,
  stream: Writable,
  requests: Requests,
): Promise<void> {
  const iterator =
    Symbol.asyncIterator in requests
      ? requests[Symbol.asyncIterator]()
      : requests[Symbol.iterator]();
  const { over } = call;
  try {
    const writer = new PacedWriter(stream, over);
    for (;;) {
      const next = await unlessAborted(over, iterator.next());
      if (next.done === true) break;
      await writer.write(encodeRequest(method, next.value));
    }
    stream.end();
  } catch (error) {
    if (!over.aborted) call.breakOff(error);
    // Whoever makes the messages may clean up; how long that takes is its own business.
    void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

/** The responses, read one by one as the caller asks for them. */
export async function* receive(
  method: CalledMethod,
  call: OutgoingCall,
  stream: Readable,
): AsyncGenerator<unknown> {
  // gRPC emits the failure of a cancelled call also when nobody reads any more.
  stream.on('error', () => {});
  try {
    for await (const bytes of stream.iterator({ destroyOnReturn: false })) {
      yield decodeResponse(method, bytes as Buffer);
    }
    call.succeeded();
  } catch (error) {
    throw isGrpcFailure(error) ? call.failed(error) : error;
  } finally {
    call.leave();
  }
}

function isGrpcFailure(error: unknown): error is GrpcFailure {
  return error instanceof Error && 'details' in error && 'code' in error;
}

async function unlessAborted<T>(signal: AbortSignal, work: T | Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
