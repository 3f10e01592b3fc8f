import { describe, expect, it } from '@jest/globals';
import { loadProcessSettings } from './process-settings.ts';

const NOWHERE = { traces: [], metrics: [] };
const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

describe('loadProcessSettings', () => {
  it('logs at info and sends nothing anywhere when nobody named a place', () => {
    expect(loadProcessSettings({})).toEqual({
      ...NOWHERE,
      logLevel: 'info',
      metricsProtocol: 'http/protobuf',
      prometheus: { host: '127.0.0.1', port: 9_464 },
      metricExport: { everyMs: 60_000, timeoutMs: 30_000 },
    });
  });

  it('sends both over OTLP when an endpoint is named', () => {
    const both = { traces: ['otlp'], metrics: ['otlp'] };
    expect(loadProcessSettings(COLLECTOR)).toMatchObject(both);
  });

  it('sends only traces when only their endpoint is named', () => {
    const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' };
    expect(loadProcessSettings(env)).toMatchObject({ traces: ['otlp'], metrics: [] });
  });

  it('serves Prometheus beside OTLP', () => {
    const env = { ...COLLECTOR, OTEL_METRICS_EXPORTER: 'prometheus, otlp' };
    const metrics = ['prometheus', 'otlp'];
    expect(loadProcessSettings(env)).toMatchObject({ traces: ['otlp'], metrics });
  });

  it('takes none for an answer though an endpoint is named', () => {
    const none = { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' };
    expect(loadProcessSettings({ ...COLLECTOR, ...none })).toMatchObject(NOWHERE);
  });

  it('is off when the SDK is disabled', () => {
    const env = { OTEL_SDK_DISABLED: 'TRUE', OTEL_TRACES_EXPORTER: 'otlp' };
    expect(loadProcessSettings(env)).toMatchObject(NOWHERE);
  });

  it('takes an empty name of the standard for one that is not set', () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_EXPORTER_PROMETHEUS_PORT: '' };
    expect(loadProcessSettings(env)).toEqual(loadProcessSettings({}));
  });

  it('lets a protocol of metrics go before that of both', () => {
    const env = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
    expect(loadProcessSettings(env).metricsProtocol).toBe('http/json');
    const own = { ...env, OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'grpc' };
    expect(loadProcessSettings(own).metricsProtocol).toBe('grpc');
  });

  it('leaves names to the SDK that it does not know', () => {
    expect(() => loadProcessSettings({ OTEL_TRACES_SAMPLER: 'always_on' })).not.toThrow();
  });

  it.each([
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: not one of the choices: "loud"; allowed: one of debug'],
    [{ OTEL_METRICS_EXPORTER: 'statsd' }, 'OTEL_METRICS_EXPORTER: statsd is not of the form'],
    [{ OTEL_TRACES_EXPORTER: 'none,otlp' }, 'OTEL_TRACES_EXPORTER: none stands alone'],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'smtp' }, 'OTEL_EXPORTER_OTLP_PROTOCOL: not one of'],
    [{ OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'x' }, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: not'],
    [{ OTEL_EXPORTER_PROMETHEUS_PORT: '0' }, 'OTEL_EXPORTER_PROMETHEUS_PORT: too small'],
  ])('refuses %j', (env, problem) => {
    expect(() => loadProcessSettings(env)).toThrow(problem);
  });
});
