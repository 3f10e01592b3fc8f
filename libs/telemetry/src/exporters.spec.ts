import { describe, expect, it } from '@jest/globals';
import { exportersFrom } from './exporters.ts';

const NOWHERE = { traces: [], metrics: [] };

describe('exportersFrom', () => {
  it('sends nothing anywhere when nobody named a place', () => {
    expect(exportersFrom({})).toEqual(NOWHERE);
  });

  it('sends both over OTLP when an endpoint is named', () => {
    expect(exportersFrom({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' })).toEqual({
      traces: ['otlp'],
      metrics: ['otlp'],
    });
  });

  it('sends only traces when only their endpoint is named', () => {
    const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' };
    expect(exportersFrom(env)).toEqual({ traces: ['otlp'], metrics: [] });
  });

  it('serves Prometheus beside OTLP', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_METRICS_EXPORTER: 'prometheus, otlp',
    };
    expect(exportersFrom(env)).toEqual({ traces: ['otlp'], metrics: ['prometheus', 'otlp'] });
  });

  it('takes none for an answer though an endpoint is named', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_TRACES_EXPORTER: 'none',
      OTEL_METRICS_EXPORTER: 'none',
    };
    expect(exportersFrom(env)).toEqual(NOWHERE);
  });

  it('is off when the SDK is disabled', () => {
    const env = { OTEL_SDK_DISABLED: 'true', OTEL_TRACES_EXPORTER: 'otlp' };
    expect(exportersFrom(env)).toEqual(NOWHERE);
  });

  it('refuses a name it does not know, and says which it does', () => {
    expect(() => exportersFrom({ OTEL_METRICS_EXPORTER: 'statsd' })).toThrow(
      'OTEL_METRICS_EXPORTER: statsd: must be none or one or more of otlp, prometheus, console',
    );
  });
});
