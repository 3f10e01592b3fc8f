import { randomFillSync } from 'node:crypto';
import {
  context,
  type Context,
  isSpanContextValid,
  type Span,
  type SpanOptions,
  trace,
  TraceFlags,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';

type Work = (span: Span) => unknown;

/**
 * Spans that are never recorded: each has its ids and nothing else. A page takes a dozen spans through the services, and what
 * a whole SDK does before it finds that one is not wanted costs more than all that they are around for.
 */
const idTracer: Tracer = {
  startSpan: (_name, options, within = context.active()) => spanOf(options, within),
  startActiveSpan: (_name: string, ...given: unknown[]) => {
    const work = given.pop() as Work;
    const [options, within = context.active()] = given as [SpanOptions?, Context?];
    const span = spanOf(options, within);
    return context.with(trace.setSpan(within, span), work, undefined, span) as never;
  },
};

/** Makes trace ids that go from service to service and into the logs, for a process that sends no spans. */
export const idTracers: TracerProvider = { getTracer: () => idTracer };

function spanOf(options: SpanOptions | undefined, within: Context): Span {
  const above = options?.root === true ? undefined : trace.getSpanContext(within);
  const parent = above !== undefined && isSpanContextValid(above) ? above : undefined;
  return trace.wrapSpanContext({
    traceId: parent?.traceId ?? randomId(TRACE_ID_BYTES),
    spanId: randomId(SPAN_ID_BYTES),
    traceFlags: TraceFlags.NONE,
    ...(parent?.traceState !== undefined && { traceState: parent.traceState }),
  });
}

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;
/** Asked of the system a page at a time. */
const RANDOM = Buffer.alloc(4_096);
let used = RANDOM.length;

/** A hexadecimal id; one of zeros alone would be none. */
function randomId(bytes: number): string {
  if (used + bytes > RANDOM.length) {
    randomFillSync(RANDOM);
    used = 0;
  }
  if (RANDOM[used] === 0) RANDOM[used] = 1;
  used += bytes;
  return RANDOM.toString('hex', used - bytes, used);
}
