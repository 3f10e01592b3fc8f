import { EnvReader } from './env-reader.ts';
import type { Environment } from './recording.ts';

/** From the most to the fewest lines. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The least important line that is still printed. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** How spans and metrics travel to a collector. */
export type OtlpProtocol = 'grpc' | 'http/protobuf' | 'http/json';

/** What holds for every process, whatever its service: its log and where its telemetry goes. */
export interface ProcessSettings {
  readonly logLevel: LogLevel;
  /** Where traces go; empty means nowhere. */
  readonly traces: readonly string[];
  /** Where metrics go; empty means nowhere. */
  readonly metrics: readonly string[];
  readonly metricsProtocol: OtlpProtocol;
  readonly prometheus: { readonly host: string; readonly port: number };
  readonly metricExport: { readonly everyMs: number; readonly timeoutMs: number };
}

const TRACES = ['otlp', 'zipkin', 'console'];
const METRICS = ['otlp', 'prometheus', 'console'];
const EXPORT_INTERVAL_MS = 60_000;

/** Reads `LOG_LEVEL` and those of the standard's `OTEL_*` names that we act on; the others are the SDK's own. */
export function loadProcessSettings(env: Environment): ProcessSettings {
  const read = new EnvReader(withoutEmpty(env));
  const logLevel = read.choice('LOG_LEVEL', {
    means: 'The least important log line that is still printed.',
    fallback: 'info',
    of: LOG_LEVELS,
  });
  const disabled = read.text('OTEL_SDK_DISABLED', {
    means: 'Whether nothing is sent, whatever else is set.',
    fallback: 'false',
    pattern: /^(?:true|false)$/i,
    form: 'true or false',
  });
  const anywhere = read.text('OTEL_EXPORTER_OTLP_ENDPOINT', {
    means: 'The collector that gets traces and metrics.',
    fallback: undefined,
  });
  const protocol = readProtocol(read, '', 'http/protobuf');
  const traces = readExporters(read, 'TRACES', { known: TRACES, anywhere });
  // The SDK reads this one by itself; it is checked here, so that it is not a warning only.
  readProtocol(read, 'TRACES_', undefined);
  const metrics = readExporters(read, 'METRICS', { known: METRICS, anywhere });
  const metricsProtocol = readProtocol(read, 'METRICS_', undefined) ?? protocol;
  const off = disabled.toLowerCase() === 'true';
  return read.done({
    logLevel,
    traces: off ? [] : traces,
    metrics: off ? [] : metrics,
    metricsProtocol,
    ...readMetricReaders(read),
  });
}

/** By the standard an empty name is one that is not set. */
function withoutEmpty(env: Environment): Environment {
  const empty = Object.keys(env).filter((name) => name.startsWith('OTEL_') && env[name] === '');
  return { ...env, ...Object.fromEntries(empty.map((name) => [name, undefined])) };
}

/**
 * The standard says that OTLP to this machine is the default. On a laptop without a collector that
 * would mean a failed export every few seconds, so we send only where somebody named a place.
 */
function readExporters(
  read: EnvReader,
  signal: 'TRACES' | 'METRICS',
  { known, anywhere }: { readonly known: readonly string[]; readonly anywhere: string | undefined },
): readonly string[] {
  const name = `OTEL_${signal}_EXPORTER`;
  const endpoint = read.text(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, {
    means: `The collector that gets ${signal.toLowerCase()} alone.`,
    fallback: undefined,
  });
  const chosen = read.list(name, {
    means: `Where ${signal.toLowerCase()} go: to a collector (otlp) once one is named, otherwise nowhere.`,
    fallback: undefined,
    pattern: new RegExp(`^(?:none|${known.join('|')})$`),
    form: `one of ${known.join(', ')}; or none alone`,
  });
  if (chosen === undefined || chosen.length === 0) {
    return (endpoint ?? anywhere) === undefined ? [] : ['otlp'];
  }
  if (!chosen.includes('none')) return [...new Set(chosen)];
  if (chosen.length > 1) read.refuse(name, 'none stands alone');
  return [];
}

function readProtocol<F extends OtlpProtocol | undefined>(
  read: EnvReader,
  signal: '' | 'TRACES_' | 'METRICS_',
  fallback: F,
): OtlpProtocol | F {
  const what =
    signal === ''
      ? 'traces and metrics travel'
      : `${signal.slice(0, -1).toLowerCase()} alone travel`;
  return read.choice<OtlpProtocol, F>(`OTEL_EXPORTER_OTLP_${signal}PROTOCOL`, {
    means: `How ${what} to a collector.`,
    fallback,
    of: ['grpc', 'http/protobuf', 'http/json'],
  });
}

function readMetricReaders(read: EnvReader): Pick<ProcessSettings, 'prometheus' | 'metricExport'> {
  const milliseconds = { min: 1, max: 999_999_999 };
  const everyMs = read.int('OTEL_METRIC_EXPORT_INTERVAL', {
    means: 'How often metrics are sent, in milliseconds.',
    fallback: EXPORT_INTERVAL_MS,
    ...milliseconds,
  });
  const timeoutMs = read.int('OTEL_METRIC_EXPORT_TIMEOUT', {
    means: 'How long sending them may take, in milliseconds; never longer than the interval.',
    fallback: EXPORT_INTERVAL_MS / 2,
    ...milliseconds,
  });
  return {
    prometheus: {
      host: read.text('OTEL_EXPORTER_PROMETHEUS_HOST', {
        means: 'Where `/metrics` is served when metrics go to prometheus.',
        fallback: '127.0.0.1',
      }),
      port: read.int('OTEL_EXPORTER_PROMETHEUS_PORT', {
        means: 'The port of `/metrics`.',
        fallback: 9_464,
        min: 1,
        max: 65_535,
      }),
    },
    metricExport: { everyMs, timeoutMs: Math.min(everyMs, timeoutMs) },
  };
}
