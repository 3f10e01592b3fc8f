import { type Meter, metrics, trace, type Tracer } from '@opentelemetry/api';
import { identity } from './identity.ts';

/** The tracer of one service or library; its name shows whose span it is, also when all services run in one process. */
export function tracerOf(name: string): Tracer {
  return trace.getTracer(scopeName(name), identity().version);
}

/** The meter of one service or library. Instruments that are made at import time come from `counterOf` and its kin instead. */
export function meterOf(name: string): Meter {
  return metrics.getMeter(scopeName(name), identity().version);
}

/** What a tracer or meter is called, so that readers of traces can find it. */
export function scopeName(name: string): string {
  return `mayfly.${name}`;
}
