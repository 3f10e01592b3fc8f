import {
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  trace,
  TraceFlags,
} from '@opentelemetry/api';

/** The span that is active now, as W3C writes it; undefined where there is none, or none that anybody will see. */
export function activeTraceparent(): string | undefined {
  const context = trace.getActiveSpan()?.spanContext();
  if (context === undefined || !isSpanContextValid(context)) return undefined;
  if ((context.traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
  const flags = context.traceFlags.toString(16).padStart(2, '0');
  return `00-${context.traceId}-${context.spanId}-${flags}`;
}

/** Links the span that leases to those that submitted: an attempt has its own trace, and this is where they meet. */
export function linkTo(traceparents: readonly string[]): void {
  const leasing = trace.getActiveSpan();
  if (leasing === undefined) return;
  for (const traceparent of new Set(traceparents)) {
    const context = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, { traceparent }));
    if (context !== undefined) leasing.addLink({ context });
  }
}
