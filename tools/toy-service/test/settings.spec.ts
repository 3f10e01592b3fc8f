import { describe, expect, it } from '@jest/globals';
import type { StartedProcess } from '@mayfly/testing';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startToy } from './support/start-toy.ts';

const NO_CERTIFICATES = {
  TOY_TLS_CERT_FILE: '/nowhere/cert.pem',
  TOY_TLS_KEY_FILE: '/nowhere/key.pem',
  TOY_TLS_CA_FILE: '/nowhere/ca.pem',
};

const THREE_PROBLEMS = `3 problems with the settings:
  TOY_TLS_CERT_FILE: /nowhere/cert.pem: cannot be read (ENOENT)
  TOY_TLS_KEY_FILE: /nowhere/key.pem: cannot be read (ENOENT)
  TOY_TLS_CA_FILE: /nowhere/ca.pem: cannot be read (ENOENT)
`;

/** The names that the one message on standard error lists; anything else there is a name that is none. */
function problemsIn(toy: StartedProcess): string[] {
  const [title, ...problems] = toy.stderr.trimEnd().split('\n');
  expect(title).toBe(`${problems.length} problems with the settings:`);
  return problems.map((line) => line.trim().replace(/:.*/, ''));
}

describe('a wrong configuration', () => {
  it('ends the process with 1 and a message that holds every problem', async () => {
    await using toy = startToy({
      TOY_GRPC_ADDRESS: '0.0.0.0:7199',
      TOY_GRPC_MAX_CALLS: 'many',
      TOY_GRPC_CALLERS: 'fetcher=king',
      TOY_INSTANSE: 'a',
      TOY_TLS_KEY_FILE: 'key.pem',
    });
    expect(await toy.exited).toEqual({ code: 1, signal: null });
    for (const name of [
      'TOY_GRPC_ADDRESS',
      'TOY_GRPC_MAX_CALLS',
      'TOY_GRPC_CALLERS',
      'TOY_INSTANSE',
      'TOY_TLS_CERT_FILE',
    ]) {
      expect(toy.stderr).toContain(name);
    }
    expect(toy.stdout).toBe('');
  });

  it('of certificates that are not there is told without a stack, by the names of settings', async () => {
    await using toy = startToy(NO_CERTIFICATES);
    expect(await toy.exited).toEqual({ code: 1, signal: null });
    expect(toy.output).toBe(THREE_PROBLEMS);
  });

  it('of log and telemetry is told together with that of the service', async () => {
    await using toy = startToy({
      LOG_LEVEL: 'loud',
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'smtp',
      TOY_X: '1',
    });
    expect(await toy.exited).toEqual({ code: 1, signal: null });
    expect(toy.stdout).toBe('');
    expect(problemsIn(toy)).toEqual(['TOY_X', 'LOG_LEVEL', 'OTEL_EXPORTER_OTLP_PROTOCOL']);
  });

  it('of an address that is taken is told without a stack, with the reason', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    await using toy = startToy({ TOY_GRPC_ADDRESS: address });
    expect(await toy.exited).toEqual({ code: 1, signal: null });
    expect(toy.stderr).toBe(`${address}: cannot listen there: EADDRINUSE\n`);
    server.close();
  });
});

describe('--check-config', () => {
  it('prints the settings and opens nothing', async () => {
    await using toy = startToy({ TOY_INSTANCE: 'a' }, ['--check-config']);
    expect(await toy.exited).toEqual({ code: 0, signal: null });
    expect(toy.stdout).toMatch(/^TOY_INSTANCE +\S* *= *"a" \(environment\)$/m);
    expect(toy.stdout).toContain('TOY_GRPC_MAX_CALLS');
    expect(toy.output).not.toContain('toy.listening');
  });

  it('tells problems with exit code 1', async () => {
    await using toy = startToy({ TOY_GRPC_MAX_CALLS: '0' }, ['--check-config']);
    expect((await toy.exited).code).toBe(1);
    expect(toy.stderr).toContain('TOY_GRPC_MAX_CALLS');
  });

  it('looks into the certificate files', async () => {
    await using toy = startToy(NO_CERTIFICATES, ['--check-config']);
    expect(await toy.exited).toEqual({ code: 1, signal: null });
    expect(toy.output).toBe(THREE_PROBLEMS);
  });

  it('tells wrong settings of log and telemetry, too', async () => {
    await using toy = startToy({ LOG_LEVEL: 'loud', TOY_X: '1' }, ['--check-config']);
    expect(await toy.exited).toEqual({ code: 1, signal: null });
    expect(problemsIn(toy)).toEqual(['TOY_X', 'LOG_LEVEL']);
  });

  it('does not listen for Prometheus', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = {
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
    };
    await using toy = startToy(env, ['--check-config']);
    expect(await toy.exited).toEqual({ code: 0, signal: null });
    expect(toy.stdout).toMatch(/^OTEL_METRICS_EXPORTER +\S* *= *"prometheus" \(environment\)$/m);
    server.close();
  });
});

describe('an argument that there is not', () => {
  it('starts nothing', async () => {
    await using toy = startToy({}, ['--chek-config']);
    expect(await toy.exited).toEqual({ code: 1, signal: null });
    expect(toy.output).toContain('no argument called --chek-config');
  });
});
