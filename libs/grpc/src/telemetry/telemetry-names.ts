import type { DeclaredTelemetry } from '@mayfly/telemetry';

/** Bounds that the conventions recommend for RPC durations. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** What this library emits, for every service that uses it. */
export const TELEMETRY = {
  serverDuration: {
    name: 'rpc.server.call.duration',
    kind: 'histogram',
    unit: 's',
    buckets: SECONDS,
    attributes: ['rpc.system.name', 'rpc.method', 'rpc.status_code', 'error.type'],
    means: 'How long a server took for a call, from its headers to its status.',
  },
  clientDuration: {
    name: 'rpc.client.call.duration',
    kind: 'histogram',
    unit: 's',
    buckets: SECONDS,
    attributes: [
      'rpc.system.name',
      'rpc.method',
      'rpc.status_code',
      'error.type',
      'server.address',
    ],
    means: 'How long a call took for its caller, all tries together.',
  },
  serverActive: {
    name: 'mayfly.grpc.server.calls.active',
    kind: 'up-down counter',
    unit: '{call}',
    attributes: ['rpc.method'],
    means: 'Calls that a server has let in and that have not ended.',
  },
  shed: {
    name: 'mayfly.grpc.server.calls.shed',
    kind: 'counter',
    unit: '{call}',
    attributes: ['rpc.method'],
    means: 'Calls turned away because the server has enough to do.',
  },
  serverSpan: {
    name: '{rpc.method}',
    kind: 'span',
    attributes: ['rpc.system.name', 'rpc.method', 'rpc.status_code', 'error.type'],
    means: 'One call at the server; its tracer is the service that answers.',
  },
  clientSpan: {
    name: '{rpc.method}',
    kind: 'span',
    attributes: [
      'rpc.system.name',
      'rpc.method',
      'rpc.status_code',
      'error.type',
      'server.address',
    ],
    means: 'One call at the client, all tries together; its tracer is the service that calls.',
  },
  bug: {
    name: 'rpc.bug',
    kind: 'log event',
    level: 'error',
    attributes: ['method', 'err'],
    means: 'A handler threw something that is not in the catalogue; the caller saw INTERNAL only.',
  },
  insecure: {
    name: 'rpc.insecure',
    kind: 'log event',
    level: 'warn',
    attributes: ['address'],
    means: 'A server listens beyond this machine without TLS, as its settings ask.',
  },
  certificates: {
    name: 'tls.certificates.loaded',
    kind: 'log event',
    level: 'info',
    attributes: ['certFile', 'keyFile', 'caFile', 'subject', 'validTo'],
    means: 'New certificates are in use for new connections.',
  },
  certificatesRefused: {
    name: 'tls.certificates.refused',
    kind: 'log event',
    level: 'warn',
    attributes: ['certFile', 'keyFile', 'caFile', 'err'],
    means: 'Certificate files changed but cannot be used; the old ones stay in use.',
  },
  library: {
    name: 'rpc.library',
    kind: 'log event',
    level: 'warn',
    attributes: ['message'],
    means: 'Something that the gRPC library itself had to say.',
  },
  forced: {
    name: 'rpc.shutdown.forced',
    kind: 'log event',
    level: 'warn',
    attributes: ['calls'],
    means: 'Calls were cut off because they did not end while the server drained.',
  },
} as const satisfies Record<string, DeclaredTelemetry>;
