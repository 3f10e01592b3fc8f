/** What every declared name says of itself. */
interface Declared {
  readonly name: string;
  /** One sentence for `docs/telemetry.md`. */
  readonly means: string;
  /** Names of the attributes or fields it carries; few-valued where it is a metric. */
  readonly attributes?: readonly string[];
}

/** A metric: what is counted or measured, in which unit. */
export interface DeclaredMetric extends Declared {
  readonly kind: 'counter' | 'up-down counter' | 'gauge' | 'histogram';
  readonly unit: string;
  /** Upper bounds of a histogram's buckets; the SDK's own are made for milliseconds. */
  readonly buckets?: readonly number[];
}

/** A span: one piece of work with a beginning and an end. */
export interface DeclaredSpan extends Declared {
  readonly kind: 'span';
}

/** A log line, known by its `event` field. */
export interface DeclaredEvent extends Declared {
  readonly kind: 'log event';
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'fatal';
}

/** Anything a library or service emits. Each has one list of them, and makes its instruments from it. */
export type DeclaredTelemetry = DeclaredMetric | DeclaredSpan | DeclaredEvent;
