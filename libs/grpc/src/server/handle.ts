import { CrawlError } from '@mayfly/errors';
import { context } from '@opentelemetry/api';
import type {
  sendUnaryData,
  Server,
  ServerDuplexStream,
  ServerReadableStream,
  ServerUnaryCall,
  ServerWritableStream,
  UntypedHandleCall,
} from '@grpc/grpc-js';
import { decodeMessage, encodeMessage } from '../definition.ts';
import { PacedWriter } from '../paced-writer.ts';
import type { ActiveCall } from './active-call.ts';
import { admittedCall } from './admission.ts';
import type { Failures } from './failures.ts';
import type { InFlight } from './in-flight.ts';
import type { ServedMethod } from './served-method.ts';

/** What all handlers share. */
export interface HandleParts {
  readonly inFlight: InFlight;
  readonly failures: Failures;
  readonly maxSendBytes: number;
}

type Answer = sendUnaryData<Buffer>;

/** Teaches a server all its methods. */
export function addMethods(
  server: Server,
  methods: Iterable<ServedMethod>,
  parts: HandleParts,
): void {
  for (const served of methods) {
    const { requestStream, responseStream } = served.definition;
    const shape = requestStream
      ? responseStream
        ? 'bidi'
        : 'clientStream'
      : responseStream
        ? 'serverStream'
        : 'unary';
    server.register(served.path, handle(served, parts), sameBytes, sameBytes, shape);
  }
}

/** We encode and decode ourselves, where a failure can be told apart and told to the caller. */
const sameBytes = (bytes: Buffer): Buffer => bytes;

/** The function that gRPC calls for one RPC, whatever its shape. Messages come and go as bytes. */
function handle(served: ServedMethod, parts: HandleParts): UntypedHandleCall {
  const { requestStream, responseStream } = served.definition;
  if (responseStream) {
    return (grpcCall: ServerWritableStream<Buffer, Buffer> | ServerDuplexStream<Buffer, Buffer>) =>
      start(admittedCall(grpcCall.metadata), parts, async (call) => {
        // gRPC's own listener alone: one who reads requests meanwhile would tear the stream down before the status is out.
        const [tell] = grpcCall.listeners('error');
        const request = requestStream
          ? requests(grpcCall as ServerDuplexStream<Buffer, Buffer>, call)
          : decode(served, (grpcCall as ServerWritableStream<Buffer, Buffer>).request);
        call.failAfterResponses((failure) => {
          tell?.(Object.assign(new Error(failure.details), failure));
        });
        const writer = new PacedWriter(grpcCall, call.signal);
        for await (const response of served.handler(request, call) as AsyncIterable<unknown>) {
          await writer.write(encode(served, response, parts));
        }
        if (call.answer()) grpcCall.end();
      });
  }
  if (requestStream) {
    return (grpcCall: ServerReadableStream<Buffer, Buffer>, answer: Answer) =>
      start(admittedCall(grpcCall.metadata), parts, async (call) => {
        const request = requests(grpcCall, call);
        const response = encode(served, await served.handler(request, call), parts);
        if (call.answer()) answer(null, response);
      });
  }
  return ({ metadata, request }: ServerUnaryCall<Buffer, Buffer>, answer: Answer) =>
    answerUnary(admittedCall(metadata), request, parts, (response) => answer(null, response));
}

/** Answers a call with one request and one response. */
export function answerUnary(
  call: ActiveCall,
  request: Buffer,
  parts: HandleParts,
  answer: (response: Buffer) => void,
): void {
  start(call, parts, async () => {
    const { served } = call;
    const response = await served.handler(decode(served, request), call);
    const bytes = encode(served, response, parts);
    if (call.answer()) answer(bytes);
  });
}

/** Runs a handler inside its call's span; whatever it throws becomes the call's status. */
function start(
  call: ActiveCall,
  { inFlight, failures }: HandleParts,
  work: (call: ActiveCall) => Promise<void>,
): void {
  call.handled = true;
  void context.with(call.record.context, async () => {
    try {
      await work(call);
    } catch (error) {
      failures.fail(call, error);
    } finally {
      inFlight.delete(call);
    }
  });
}

/** The messages of a streaming request, read one by one as the handler asks for them. */
async function* requests(
  grpcCall: ServerReadableStream<Buffer, Buffer>,
  call: ActiveCall,
): AsyncGenerator<unknown> {
  try {
    // A handler that has heard enough must not tear down the stream that its answer goes out on.
    for await (const bytes of grpcCall.iterator({ destroyOnReturn: false })) {
      yield decode(call.served, bytes as Buffer);
    }
  } catch (error) {
    throw call.stopped ?? error;
  }
  if (call.stopped !== undefined) throw call.stopped;
}

function decode(served: ServedMethod, bytes: Buffer): unknown {
  try {
    return decodeMessage(served.definition.requestType, bytes);
  } catch (cause) {
    throw new CrawlError('MESSAGE_MALFORMED', `${served.name}: the request cannot be read`, {
      cause,
    });
  }
}

function encode(served: ServedMethod, response: unknown, { maxSendBytes }: HandleParts): Buffer {
  const bytes = encodeMessage(served.definition.responseType, response);
  if (bytes.length <= maxSendBytes) return bytes;
  throw new CrawlError(
    'MESSAGE_TOO_LARGE',
    `${served.name}: the response has ${bytes.length} bytes; at most ${maxSendBytes} are sent`,
  );
}
