import type { Clock } from '@mayfly/clock';
import { histogramOf, tracerOf } from '@mayfly/telemetry';
import { context, propagation, SpanKind, trace } from '@opentelemetry/api';
import { type Metadata, status } from '@grpc/grpc-js';
import { CallRecord } from './call-record.ts';
import { METADATA_SETTER } from './metadata-propagation.ts';
import { TELEMETRY } from './telemetry-names.ts';

/** A call begins: it is measured from here on, and its span goes along in the metadata. */
export type BeginClientCall = (method: string, metadata: Metadata) => CallRecord;

/** Spans and metrics in the name of the service that calls. */
export function clientTelemetry(service: string, target: string, clock: Clock): BeginClientCall {
  const tracer = tracerOf(service);
  const duration = histogramOf(service, TELEMETRY.clientDuration);
  return (method, metadata) => {
    const startedAtMs = clock.monotonicMs();
    const attributes = {
      'rpc.system.name': 'grpc',
      'rpc.method': method,
      'server.address': target,
    };
    const span = tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes });
    const own = trace.setSpan(context.active(), span);
    propagation.inject(own, metadata, METADATA_SETTER);
    return new CallRecord({
      span,
      context: own,
      isError: (code) => code !== status.OK,
      ended: (code, error) =>
        duration((clock.monotonicMs() - startedAtMs) / 1_000, {
          ...attributes,
          'rpc.status_code': code,
          ...(error ? { 'error.type': code } : {}),
        }),
    });
  };
}
