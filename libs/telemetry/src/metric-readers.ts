import { CrawlError } from '@mayfly/errors';
import type { OtlpProtocol, ProcessSettings } from '@mayfly/config';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import {
  ConsoleMetricExporter,
  type MetricReader,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';

/** One reader for each place metrics go to; resolves when `/metrics` answers. */
export async function metricReaders(settings: ProcessSettings): Promise<MetricReader[]> {
  const { metrics, metricsProtocol, prometheus, metricExport } = settings;
  return Promise.all(
    metrics.map(async (exporter) => {
      if (exporter === 'prometheus') return prometheusReader(prometheus);
      return new PeriodicExportingMetricReader({
        exporter:
          exporter === 'console'
            ? new ConsoleMetricExporter()
            : await otlpExporter(metricsProtocol),
        exportIntervalMillis: metricExport.everyMs,
        exportTimeoutMillis: metricExport.timeoutMs,
      });
    }),
  );
}

/** The SDK would start the same server, but only mention it when the port is taken. We do not start without it. */
async function prometheusReader({
  host,
  port,
}: ProcessSettings['prometheus']): Promise<MetricReader> {
  const exporter = new PrometheusExporter({ host, port, preventServerStart: true });
  try {
    await exporter.startServer();
  } catch (cause) {
    const where = `OTEL_EXPORTER_PROMETHEUS_HOST, _PORT: ${host}:${port}`;
    const why = (cause as NodeJS.ErrnoException).code ?? 'for a reason unknown';
    throw new CrawlError('CONFIG_INVALID', `${where}: cannot listen there: ${why}`, { cause });
  }
  return exporter;
}

/** Loaded when wanted: the three together take longer to load than all of a service. */
async function otlpExporter(protocol: OtlpProtocol): Promise<PushMetricExporter> {
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
  }
}
