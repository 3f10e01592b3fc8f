import type { ServerOptions as GrpcServerOptions } from '@grpc/grpc-js';

/** How much a server takes before it says no. */
export interface ServerLimits {
  /** Calls with one request and one response that may be answered at the same time. */
  readonly calls: number;
  /** Streaming calls that may be open at the same time. */
  readonly streams: number;
  /** How long a caller that was turned away waits before it comes again, on average. */
  readonly pushbackMs: number;
  /** The largest request message. */
  readonly receiveBytes: number;
  /** The largest response message. */
  readonly sendBytes: number;
}

/** How long connections live. */
export interface ConnectionLimits {
  /** Calls on one connection at a time; more wait at the client. */
  readonly concurrentStreams: number;
  /** After that, ±10 %, a connection is asked to end, so that callers look again which servers there are. */
  readonly ageMs: number;
  /** How long calls of such a connection may still take. */
  readonly ageGraceMs: number;
  /** A connection without calls is closed after that. */
  readonly idleMs: number;
  /** How often a connection without traffic is tried. */
  readonly keepaliveMs: number;
  /** How long the answer to such a try may take. */
  readonly keepaliveTimeoutMs: number;
}

/** 4 MiB, in both directions: what is larger travels in pieces. */
export const MAX_MESSAGE_BYTES = 4 * 1_024 * 1_024;

/** What holds unless the options of a server say otherwise. */
export const SERVER_LIMITS: ServerLimits = {
  calls: 1_000,
  streams: 1_000,
  pushbackMs: 250,
  receiveBytes: MAX_MESSAGE_BYTES,
  sendBytes: MAX_MESSAGE_BYTES,
};

/** What holds unless the options of a server say otherwise. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  concurrentStreams: 1_000,
  ageMs: 15 * 60_000,
  ageGraceMs: 5 * 60_000,
  idleMs: 10 * 60_000,
  keepaliveMs: 60_000,
  keepaliveTimeoutMs: 20_000,
};

/** Both kinds of limits as gRPC names them. */
export function grpcOptions(
  limits: ServerLimits,
  connections: ConnectionLimits,
): GrpcServerOptions {
  return {
    'grpc.max_receive_message_length': limits.receiveBytes,
    'grpc.max_send_message_length': limits.sendBytes,
    'grpc.max_concurrent_streams': connections.concurrentStreams,
    'grpc.max_connection_age_ms': connections.ageMs,
    'grpc.max_connection_age_grace_ms': connections.ageGraceMs,
    'grpc.max_connection_idle_ms': connections.idleMs,
    'grpc.keepalive_time_ms': connections.keepaliveMs,
    'grpc.keepalive_timeout_ms': connections.keepaliveTimeoutMs,
    // Nobody reads its counters, but without them a forced shutdown finds no connections to close.
    'grpc.enable_channelz': 1,
  };
}
