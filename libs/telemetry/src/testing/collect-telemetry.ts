import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** What a test can see of the spans and metrics that its process made. */
export interface CollectedTelemetry {
  /** Spans that have ended, oldest first. */
  spans(): readonly ReadableSpan[];
  /** Who called whom: `caller -> callee` by tracer name, for parents and for links; sorted, each once. */
  edges(): readonly string[];
  /** Every metric as it stands, by name. */
  metrics(): Promise<ReadonlyMap<string, MetricData>>;
  /** Forgets the spans so far; metrics go on counting. */
  reset(): void;
  /** Ends the collection for good. */
  stop(): Promise<void>;
}

/**
 * Keeps everything in memory instead of sending it. Once per spec file, because tracers that were
 * used keep to the first provider they met.
 */
export function collectTelemetry(): CollectedTelemetry {
  const spanExporter = new InMemorySpanExporter();
  const tracerProvider = new TracerProvider({
    spanProcessors: [new SimpleSpanProcessor({ exporter: spanExporter })],
  });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 3_600_000,
  });
  const meterProvider = new MeterProvider({ readers: [reader] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(tracerProvider);
  metrics.setGlobalMeterProvider(meterProvider);
  return {
    spans: () => spanExporter.getFinishedSpans(),
    edges: () => edgesOf(spanExporter.getFinishedSpans()),
    metrics: async () => {
      metricExporter.reset();
      await reader.forceFlush();
      const scopes = metricExporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics);
      return new Map(
        scopes.flatMap((scope) => scope.metrics).map((data) => [data.descriptor.name, data]),
      );
    },
    reset: () => spanExporter.reset(),
    stop: async () => {
      for (const api of [context, propagation, trace, metrics]) api.disable();
      await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]);
    },
  };
}

function edgesOf(spans: readonly ReadableSpan[]): readonly string[] {
  const tracers = new Map(
    spans.map((span) => [span.spanContext().spanId, span.instrumentationScope.name]),
  );
  const edges = spans.flatMap((span) => {
    const from = [span.parentSpanContext, ...span.links.map((link) => link.context)];
    return from
      .map((each) => tracers.get(each?.spanId ?? ''))
      .filter((tracer) => tracer !== undefined && tracer !== span.instrumentationScope.name)
      .map((tracer) => `${tracer} -> ${span.instrumentationScope.name}`);
  });
  return [...new Set(edges)].sort();
}
