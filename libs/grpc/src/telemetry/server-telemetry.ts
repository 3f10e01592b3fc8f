import type { Clock } from '@mayfly/clock';
import { counterOf, histogramOf, tracerOf, upDownCounterOf } from '@mayfly/telemetry';
import { propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { type Metadata, status } from '@grpc/grpc-js';
import { CallRecord } from './call-record.ts';
import { METADATA_GETTER } from './metadata-propagation.ts';
import { TELEMETRY } from './telemetry-names.ts';

/** What a server tells of its calls. */
export interface ServerTelemetry {
  /** A call has come: from here on it is measured, under the span that its caller sent along. */
  begin(method: string, metadata: Metadata): CallRecord;
  /** A call was turned away because there is too much to do. */
  shed(method: string): void;
}

/** By the conventions these are the server's fault; the others are its caller's. */
const SERVER_ERRORS: ReadonlySet<status> = new Set([
  status.UNKNOWN,
  status.DEADLINE_EXCEEDED,
  status.UNIMPLEMENTED,
  status.INTERNAL,
  status.UNAVAILABLE,
  status.DATA_LOSS,
]);

/** Spans and metrics in the name of the service that answers. */
export function serverTelemetry(service: string, clock: Clock): ServerTelemetry {
  const tracer = tracerOf(service);
  const duration = histogramOf(service, TELEMETRY.serverDuration);
  const active = upDownCounterOf(service, TELEMETRY.serverActive);
  const shed = counterOf(service, TELEMETRY.shed);
  return {
    begin: (method, metadata) => {
      const startedAtMs = clock.monotonicMs();
      const attributes = { 'rpc.system.name': 'grpc', 'rpc.method': method };
      const parent = propagation.extract(ROOT_CONTEXT, metadata, METADATA_GETTER);
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      active(1, { 'rpc.method': method });
      return new CallRecord({
        span,
        context: trace.setSpan(parent, span),
        isError: (code) => SERVER_ERRORS.has(code),
        ended: (code, error) => {
          active(-1, { 'rpc.method': method });
          duration((clock.monotonicMs() - startedAtMs) / 1_000, {
            ...attributes,
            'rpc.status_code': code,
            ...(error ? { 'error.type': code } : {}),
          });
        },
      });
    },
    shed: (method) => shed(1, { 'rpc.method': method }),
  };
}
