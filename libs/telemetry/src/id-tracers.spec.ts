import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { context, isSpanContextValid, ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { idTracers } from './id-tracers.ts';

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(() => context.disable());

const tracer = idTracers.getTracer('toy');

describe('a span that is not recorded', () => {
  it('has ids of its own, and never the same', () => {
    const spans = Array.from({ length: 1_000 }, () => tracer.startSpan('work').spanContext());
    expect(spans.every(isSpanContextValid)).toBe(true);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1_000);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(1_000);
    expect(new Set(spans.map(({ traceFlags }) => traceFlags))).toEqual(new Set([TraceFlags.NONE]));
  });

  it('is in the trace of the span around it, however it is started', () => {
    tracer.startActiveSpan('outer', (outer) => {
      const { traceId, spanId } = outer.spanContext();
      const active = () => trace.getActiveSpan()?.spanContext();
      expect(active()).toEqual(outer.spanContext());
      const inner = tracer.startSpan('inner').spanContext();
      expect(inner.traceId).toBe(traceId);
      expect(inner.spanId).not.toBe(spanId);
      const answer = tracer.startActiveSpan('inner', {}, (span) => [span.spanContext(), active()]);
      expect(answer[0]).toEqual(answer[1]);
      expect(answer[0]?.traceId).toBe(traceId);
    });
    expect(trace.getActiveSpan()).toBeUndefined();
  });

  it('begins a trace where it is a root, or where nothing is around it', () => {
    tracer.startActiveSpan('outer', (outer) => {
      const { traceId } = outer.spanContext();
      const root = tracer.startSpan('root', { root: true });
      expect(root.spanContext().traceId).not.toBe(traceId);
      tracer.startActiveSpan('alone', {}, ROOT_CONTEXT, (alone) => {
        expect(alone.spanContext().traceId).not.toBe(traceId);
      });
    });
  });

  it('goes on with the trace and the state that came from elsewhere', () => {
    const traceState = {
      get: () => 'b',
      set: () => traceState,
      unset: () => traceState,
      serialize: () => 'a=b',
    };
    const remote = {
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      traceFlags: TraceFlags.SAMPLED,
      traceState,
    };
    const span = tracer.startSpan('work', {}, trace.setSpanContext(ROOT_CONTEXT, remote));
    expect(span.spanContext()).toMatchObject({ traceId: remote.traceId, traceState });
    expect(span.spanContext().traceFlags).toBe(TraceFlags.NONE);
    expect(span.isRecording()).toBe(false);
  });
});
