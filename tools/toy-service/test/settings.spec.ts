import { describe, expect, it, jest } from '@jest/globals';
import { startToy } from './support/start-toy.ts';

jest.setTimeout(60_000);

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

  it('of certificates that are not there is told without a stack', async () => {
    await using toy = startToy({
      TOY_TLS_CERT_FILE: '/nowhere/cert.pem',
      TOY_TLS_KEY_FILE: '/nowhere/key.pem',
      TOY_TLS_CA_FILE: '/nowhere/ca.pem',
    });
    expect(await toy.exited).toEqual({ code: 1, signal: null });
    expect(toy.stderr).toContain('/nowhere/cert.pem: cannot be read');
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
});
