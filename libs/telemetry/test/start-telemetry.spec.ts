import { describe, expect, it } from '@jest/globals';
import { TELEMETRY } from '@mayfly/telemetry';
import { undeclared } from '@mayfly/telemetry/testing';
import { freePort, startProcess, type StartedProcess } from '@mayfly/testing';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

// Processes start slowly on a busy machine.

const emit = (env: Record<string, string>, args: readonly string[] = []): StartedProcess =>
  startProcess({
    name: 'emit',
    file: join(import.meta.dirname, 'programs/emit.ts'),
    args,
    env,
  });

interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly bodies: ReadonlyMap<string, string>;
}

/** A collector that only remembers what was posted to it. */
async function collector(): Promise<Collector> {
  const bodies = new Map<string, string>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      bodies.set(request.url ?? '', body);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, bodies, [Symbol.asyncDispose]: () => promisify(server.close.bind(server))() };
}

describe('startTelemetry', () => {
  it('logs with service, version and trace ids though nothing is sent anywhere', async () => {
    await using program = emit({});
    const line: unknown = JSON.parse(await program.waitForLine('thing.made'));
    expect(line).toMatchObject({
      service: 'emitter',
      version: '1.2.3',
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(await program.stop()).toEqual({ code: 0, signal: null });
    expect(program.lines).toHaveLength(1);
  });

  it('serves metrics with the build version for Prometheus', async () => {
    const port = await freePort();
    await using program = emit({
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
    });
    await program.waitForLine('thing.made');
    const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(page).toMatch(/^target_info\{.*service_version="1\.2\.3"/m);
    expect(page).toMatch(/^mayfly_emitter_things_made_total\{.*\} 3$/m);
    expect((await program.stop()).code).toBe(0);
  });

  it('does not start when the Prometheus port is taken', async () => {
    await using taken = await collector();
    await using program = emit({
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_EXPORTER_PROMETHEUS_PORT: new URL(taken.url).port,
    });
    expect(await program.exited).toEqual({ code: 1, signal: null });
    const { port } = new URL(taken.url);
    expect(program.output).toBe(
      `OTEL_EXPORTER_PROMETHEUS_HOST, _PORT: 127.0.0.1:${port}: cannot listen there: EADDRINUSE\n`,
    );
  });

  it('listens nowhere in a process that only prints its settings', async () => {
    await using taken = await collector();
    const env = {
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_EXPORTER_PROMETHEUS_PORT: new URL(taken.url).port,
    };
    await using program = emit(env, ['--check-config']);
    await program.waitForLine('thing.made');
    expect((await program.stop()).code).toBe(0);
  });

  it('sends spans and metrics with the build version to a collector before it ends', async () => {
    await using to = await collector();
    await using program = emit({
      OTEL_EXPORTER_OTLP_ENDPOINT: to.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
    await program.waitForLine('thing.made');
    expect((await program.stop()).code).toBe(0);
    expect([...to.bodies.keys()].sort()).toEqual(['/v1/metrics', '/v1/traces']);
    for (const body of to.bodies.values()) {
      expect(body).toContain('"service.version","value":{"stringValue":"1.2.3"}');
    }
    expect(to.bodies.get('/v1/traces')).toContain('"name":"mayfly.emitter"');
    expect(to.bodies.get('/v1/metrics')).toContain('mayfly.emitter.things.made');
  });

  it('ends in time and says so when the collector is away', async () => {
    const port = await freePort();
    await using program = emit({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
    });
    await program.waitForLine('thing.made');
    expect((await program.stop()).code).toBe(0);
    const problems = program.lines
      .filter((line) => line.includes('"telemetry.'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(problems).not.toEqual([]);
    expect(undeclared(problems, TELEMETRY)).toEqual([]);
  });

  it('tells a wrong setting at the end, plainly, where nobody has told it before', async () => {
    await using program = emit({ LOG_LEVEL: 'loud' });
    await program.waitForLine('thing.made');
    expect((await program.stop()).code).toBe(1);
    expect(program.stderr).toMatch(/^1 problem with the settings:\n {2}LOG_LEVEL: .*"loud".*\n$/);
  });
});
