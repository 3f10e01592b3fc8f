import { CrawlError } from '@mayfly/errors';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import {
  ConsoleMetricExporter,
  type MetricReader,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import type { TelemetryEnv } from './exporters.ts';

const PROMETHEUS_PORT = 9464;
const EXPORT_INTERVAL_MS = 60_000;

/** One reader for each place metrics go to; resolves when `/metrics` answers. */
export async function metricReaders(
  exporters: readonly string[],
  env: TelemetryEnv,
): Promise<MetricReader[]> {
  return Promise.all(
    exporters.map(async (exporter) => {
      if (exporter === 'prometheus') return prometheusReader(env);
      const to = exporter === 'console' ? new ConsoleMetricExporter() : await otlpExporter(env);
      const everyMs = wholeNumber(env, 'OTEL_METRIC_EXPORT_INTERVAL', EXPORT_INTERVAL_MS);
      return new PeriodicExportingMetricReader({
        exporter: to,
        exportIntervalMillis: everyMs,
        exportTimeoutMillis: Math.min(
          everyMs,
          wholeNumber(env, 'OTEL_METRIC_EXPORT_TIMEOUT', EXPORT_INTERVAL_MS / 2),
        ),
      });
    }),
  );
}

/** The SDK would start the same server, but only mention it when the port is taken. We do not start without it. */
async function prometheusReader(env: TelemetryEnv): Promise<MetricReader> {
  const host = env.OTEL_EXPORTER_PROMETHEUS_HOST ?? '127.0.0.1';
  const port = wholeNumber(env, 'OTEL_EXPORTER_PROMETHEUS_PORT', PROMETHEUS_PORT);
  const exporter = new PrometheusExporter({ host, port, preventServerStart: true });
  try {
    await exporter.startServer();
  } catch (cause) {
    const where = `OTEL_EXPORTER_PROMETHEUS_HOST/PORT: ${host}:${port}`;
    throw new CrawlError('CONFIG_INVALID', `${where}: cannot listen there`, { cause });
  }
  return exporter;
}

/** Loaded when wanted: the three together take longer to load than all of a service. */
async function otlpExporter(env: TelemetryEnv): Promise<PushMetricExporter> {
  const protocol =
    env.OTEL_EXPORTER_OTLP_METRICS_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf';
  switch (protocol) {
    case 'grpc': {
      const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-grpc');
      return new OTLPMetricExporter();
    }
    case 'http/json': {
      const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-http');
      return new OTLPMetricExporter();
    }
    case 'http/protobuf': {
      const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-proto');
      return new OTLPMetricExporter();
    }
    default:
      throw new CrawlError(
        'CONFIG_INVALID',
        `OTEL_EXPORTER_OTLP_PROTOCOL: ${protocol}: must be grpc, http/protobuf or http/json`,
      );
  }
}

function wholeNumber(env: TelemetryEnv, variable: string, fallback: number): number {
  const text = env[variable];
  if (text === undefined || text === '') return fallback;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CrawlError('CONFIG_INVALID', `${variable}: ${text}: must be a whole number above 0`);
}
