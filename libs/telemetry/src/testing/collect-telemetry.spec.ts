import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { context, trace } from '@opentelemetry/api';
import { tracerOf } from '../scopes.ts';
import { collectTelemetry } from './collect-telemetry.ts';

const telemetry = collectTelemetry();
beforeEach(() => telemetry.reset());
afterAll(() => telemetry.stop());

describe('collectTelemetry', () => {
  it('shows which service called which, in one process', () => {
    tracerOf('fetcher').startActiveSpan('call', (call) => {
      tracerOf('frontier').startSpan('answer').end();
      call.end();
    });
    expect(telemetry.edges()).toEqual(['mayfly.fetcher -> mayfly.frontier']);
  });

  it('shows edges that are links', () => {
    const published = tracerOf('fetcher').startSpan('publish');
    published.end();
    tracerOf('document-store')
      .startSpan('process', { links: [{ context: published.spanContext() }] })
      .end();
    expect(telemetry.edges()).toEqual(['mayfly.fetcher -> mayfly.document-store']);
  });

  it('shows no edge from a service to itself', () => {
    const outer = tracerOf('frontier').startSpan('outer');
    tracerOf('frontier').startSpan('inner', {}, trace.setSpan(context.active(), outer)).end();
    outer.end();
    expect([telemetry.spans().length, telemetry.edges()]).toEqual([2, []]);
  });
});
