import { afterAll, describe, expect, it } from '@jest/globals';
import { durationOf } from '@mayfly/grpc';
import { collectTelemetry } from '@mayfly/telemetry/testing';
import { eventually, freePort } from '@mayfly/testing';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { clientOf, portsOf, startToy } from './support/start-toy.ts';

const telemetry = collectTelemetry();
afterAll(() => telemetry.stop());

const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
) as { version: string };

describe('/metrics', () => {
  it('answers with the build version, the request metrics and the toy’s own', async () => {
    const metricsPort = await freePort();
    await using toy = startToy({
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_EXPORTER_PROMETHEUS_PORT: String(metricsPort),
    });
    const { port } = await portsOf(toy);
    await using client = await clientOf([port]);
    await client.putCounter({ name: 'x', value: 1 });
    await client.fail({ ending: { $case: 'code', value: 'URL_INVALID' } }).catch(() => {});
    const page = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(page).toMatch(new RegExp(`^target_info\\{.*service_version="${version}"`, 'm'));
    expect(page).toMatch(/^target_info\{.*service_name="toy"/m);
    expect(page).toMatch(
      /^rpc_server_call_duration_count\{.*rpc_method="mayfly\.testing\.v1\.ToyService\/PutCounter".*rpc_status_code="OK".*\} 1$/m,
    );
    expect(page).toMatch(/rpc_status_code="INVALID_ARGUMENT"/);
    expect(page).toMatch(/^mayfly_toy_counters_set_total\{.*\} 1$/m);
  });
});

describe('too many calls', () => {
  it('are turned away, come again when told, and all end well', async () => {
    const metricsPort = await freePort();
    await using toy = startToy({
      TOY_GRPC_MAX_CALLS: '2',
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_EXPORTER_PROMETHEUS_PORT: String(metricsPort),
    });
    const { port } = await portsOf(toy);
    await using client = await clientOf([port]);
    const calls = Array.from({ length: 6 }, (_, value) =>
      client.putCounter({ name: 'x', value, work: durationOf(50) }),
    );
    await expect(Promise.all(calls)).resolves.toHaveLength(6);
    const page = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(page).toMatch(/^mayfly_grpc_server_calls_shed_total\{.*\} [1-9]/m);
  });
});

describe('a trace', () => {
  it('goes from client to server, each in its own name', async () => {
    const bodies: string[] = [];
    const collector = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        bodies.push(body);
        response.end();
      });
    });
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    await using toy = startToy({
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRICS_EXPORTER: 'none',
    });
    const { port } = await portsOf(toy);
    await using client = await clientOf([port]);
    telemetry.reset();
    await client.getCounter({ name: 'x' });
    await eventually(() => telemetry.spans().length === 1, { what: 'the client has its span' });
    const ours = telemetry.spans()[0];
    expect(ours?.instrumentationScope.name).toBe('mayfly.toy-test');

    expect((await toy.stop()).code).toBe(0);
    collector.close();
    const { traceId, spanId } = ours?.spanContext() ?? { traceId: '', spanId: '' };
    const theirs = bodies.flatMap(scopesIn);
    expect(theirs).toEqual([
      {
        scope: { name: 'mayfly.toy', version },
        spans: [expect.objectContaining({ traceId, parentSpanId: spanId })],
      },
    ]);
  });
});

interface Exported {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly scope: unknown; readonly spans: readonly unknown[] }[];
  }[];
}

function scopesIn(body: string): unknown[] {
  const { resourceSpans } = JSON.parse(body) as Exported;
  return resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.map(({ scope, spans }) => ({ scope, spans })),
  );
}
