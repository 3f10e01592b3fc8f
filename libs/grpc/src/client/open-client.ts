import { atMost, systemClock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import { type Log, logOf } from '@mayfly/telemetry';
import { Client as GrpcClient } from '@grpc/grpc-js';
import { type MethodDefinition, methodName, type ServiceDefinition } from '../definition.ts';
import { routeGrpcLog } from '../grpc-log.ts';
import { OpenCalls } from '../open-calls.ts';
import { pingWhileDraining } from '../ping-while-draining.ts';
import { MAX_MESSAGE_BYTES } from '../server/limits.ts';
import { clientTelemetry } from '../telemetry/client-telemetry.ts';
import { CertificateWatch } from '../tls/certificate-watch.ts';
import { clientCredentials } from '../tls/client-tls.ts';
import { localServerFinder } from '../within-process.ts';
import {
  callBothWays,
  type CalledMethod,
  callForStream,
  callUnary,
  callWithStream,
} from './call-shapes.ts';
import type { Client } from './client.ts';
import type { CallOptions, ClientOptions } from './client-options.ts';
import { grpcOptions } from './grpc-options.ts';
import { encodeRequest } from './messages.ts';
import { OutgoingCall } from './outgoing-call.ts';
import type { Requests } from './streams.ts';

const DEADLINE_MS = 10_000;
const STREAM_DEADLINE_MS = 600_000;
const TLS_RELOAD_MS = 10_000;
const DRAIN_MS = 5_000;

/** Opens a client of one service. It connects when the first call is made. */
export async function openClient<D extends ServiceDefinition>(
  definition: D,
  options: ClientOptions,
): Promise<Client<D>> {
  const { target, clock = systemClock, maxMessageBytes = MAX_MESSAGE_BYTES } = options;
  const { log = logOf(options.service) } = options;
  routeGrpcLog(log);
  pingWhileDraining();
  const watch = await openWatch(options, log);
  const credentials = clientCredentials(options.tls, watch);
  const grpc = new GrpcClient(target, credentials, grpcOptions(definition, options));
  const underWay = new OpenCalls<OutgoingCall>();
  const begin = clientTelemetry(options.service, target, clock);
  let closed = false;

  const call = (method: CalledMethod, callOptions: CallOptions = {}): OutgoingCall => {
    if (closed) throw new CrawlError('CALL_CANCELLED', `${method.name}: its client is closed`);
    const { requestStream, responseStream } = method.definition;
    return new OutgoingCall({
      method: method.name,
      options: callOptions,
      deadlineMs:
        requestStream || responseStream
          ? (options.streamDeadlineMs ?? STREAM_DEADLINE_MS)
          : (options.deadlineMs ?? DEADLINE_MS),
      waitForReady: options.waitForReady ?? false,
      begin,
      underWay,
    });
  };
  const close = async ({ drainMs = DRAIN_MS }: { readonly drainMs?: number } = {}) => {
    closed = true;
    await atMost(clock, drainMs, underWay.idle());
    for (const each of underWay) each.cancel(new Error('the client closes'));
    grpc.close();
    await watch?.[Symbol.asyncDispose]();
  };
  const local = options.tls === undefined ? localServerFinder(target) : () => undefined;
  const methods = Object.entries(definition.methods).map(([key, method]) => {
    const name = methodName(definition, method);
    return [key, methodOf({ grpc, local, definition: method, name, maxMessageBytes }, call)];
  });
  return {
    ...(Object.fromEntries(methods) as object),
    close,
    reloadCertificates: async () => watch?.reload(),
    [Symbol.asyncDispose]: () => close(),
  } as Client<D>;
}

type AnyMethod = (request: unknown, options?: CallOptions) => unknown;

function methodOf(
  method: CalledMethod,
  begin: (method: CalledMethod, options?: CallOptions) => OutgoingCall,
): AnyMethod {
  const { requestStream, responseStream }: MethodDefinition = method.definition;
  if (requestStream) {
    return responseStream
      ? async function* (requests, options) {
          yield* callBothWays(method, begin(method, options), requests as Requests);
        }
      : async (requests, options) =>
          callWithStream(method, begin(method, options), requests as Requests);
  }
  return responseStream
    ? async function* (request, options) {
        const bytes = encodeRequest(method, request);
        yield* callForStream(method, begin(method, options), bytes);
      }
    : async (request, options) => {
        const bytes = encodeRequest(method, request);
        return callUnary(method, begin(method, options), bytes);
      };
}

async function openWatch(
  { tls, tlsReloadMs = TLS_RELOAD_MS, clock = systemClock }: ClientOptions,
  log: Log,
): Promise<CertificateWatch | undefined> {
  if (tls === undefined) return undefined;
  const { serverName: _, ...files } = tls;
  return CertificateWatch.open(files, { clock, log, everyMs: tlsReloadMs });
}
