import { type Attributes, type Meter, metrics, type MetricOptions } from '@opentelemetry/api';
import type { DeclaredMetric } from './declared.ts';
import { meterOf } from './scopes.ts';

type Recorder = (value: number, attributes?: Attributes) => void;

/** Counts what happened. */
export function counterOf(scope: string, metric: DeclaredMetric & { kind: 'counter' }): Recorder {
  return late(scope, (meter) => {
    const counter = meter.createCounter(metric.name, optionsOf(metric));
    return (value, attributes) => counter.add(value, attributes);
  });
}

/** Counts what is there: up when something comes, down when it goes. */
export function upDownCounterOf(
  scope: string,
  metric: DeclaredMetric & { kind: 'up-down counter' },
): Recorder {
  return late(scope, (meter) => {
    const counter = meter.createUpDownCounter(metric.name, optionsOf(metric));
    return (value, attributes) => counter.add(value, attributes);
  });
}

/** Remembers the last value. */
export function gaugeOf(scope: string, metric: DeclaredMetric & { kind: 'gauge' }): Recorder {
  return late(scope, (meter) => {
    const gauge = meter.createGauge(metric.name, optionsOf(metric));
    return (value, attributes) => gauge.record(value, attributes);
  });
}

/** Remembers how values are spread. */
export function histogramOf(
  scope: string,
  metric: DeclaredMetric & { kind: 'histogram' },
): Recorder {
  return late(scope, (meter) => {
    const histogram = meter.createHistogram(metric.name, optionsOf(metric));
    return (value, attributes) => histogram.record(value, attributes);
  });
}

/**
 * The API gives out instruments that stay dead when they were made before the SDK started, which
 * is when modules make them in tests. So ours are made at the first value, and again after a change
 * of the SDK.
 */
function late(scope: string, make: (meter: Meter) => Recorder): Recorder {
  let provider: unknown;
  let record: Recorder = () => {};
  return (value, attributes) => {
    const now = metrics.getMeterProvider();
    if (now !== provider) {
      provider = now;
      record = make(meterOf(scope));
    }
    record(value, attributes);
  };
}

function optionsOf({ unit, means, buckets }: DeclaredMetric): MetricOptions {
  return {
    unit,
    description: means,
    ...(buckets === undefined ? {} : { advice: { explicitBucketBoundaries: [...buckets] } }),
  };
}
