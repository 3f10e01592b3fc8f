import { CrawlError } from '@mayfly/errors';

/** The part of the environment that telemetry reads. */
export type TelemetryEnv = Readonly<Record<string, string | undefined>>;

/** Where traces and metrics go. Empty means nowhere, and nothing is sent. */
export interface Exporters {
  readonly traces: readonly string[];
  readonly metrics: readonly string[];
}

const TRACES = ['otlp', 'zipkin', 'console'];
const METRICS = ['otlp', 'prometheus', 'console'];

/**
 * The standard says that OTLP to this machine is the default. On a laptop without a collector that
 * would mean a failed export every few seconds, so we send only where somebody named a place.
 */
export function exportersFrom(env: TelemetryEnv): Exporters {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return { traces: [], metrics: [] };
  return {
    traces: chosen(env, 'TRACES', TRACES),
    metrics: chosen(env, 'METRICS', METRICS),
  };
}

function chosen(env: TelemetryEnv, signal: string, known: readonly string[]): readonly string[] {
  const variable = `OTEL_${signal}_EXPORTER`;
  const names = (env[variable] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) {
    const endpoint =
      env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`];
    return endpoint === undefined || endpoint === '' ? [] : ['otlp'];
  }
  if (names.length === 1 && names[0] === 'none') return [];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new CrawlError(
      'CONFIG_INVALID',
      `${variable}: ${unknown.join(', ')}: must be none or one or more of ${known.join(', ')}`,
    );
  }
  return [...new Set(names)];
}
