import { ToyServiceDefinition } from '@mayfly/contracts/testing/v1';
import { type Client, type ClientOptions, openClient } from '@mayfly/grpc';
import { startProcess, type StartedProcess } from '@mayfly/testing';
import { join } from 'node:path';

const SRC = join(import.meta.dirname, '../../src');

export type ToyClient = Client<ToyServiceDefinition>;

/** The toy as a process of its own, started as every service is. */
export function startToy(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): StartedProcess {
  return startProcess({
    name: 'toy',
    file: join(SRC, 'main.ts'),
    nodeArgs: ['--import', join(SRC, 'telemetry.ts')],
    args,
    env: { TOY_GRPC_ADDRESS: '127.0.0.1:0', ...env },
  });
}

/** The ports it listens on, once it does. */
export async function portsOf(
  toy: StartedProcess,
): Promise<{ port: number; healthPort: number | undefined }> {
  const line = await toy.waitForLine('"toy.listening"', { withinMs: 60_000 });
  return JSON.parse(line) as { port: number; healthPort: number | undefined };
}

/** A client of the toys at those ports of this machine. */
export async function clientOf(
  ports: readonly number[],
  options: Partial<ClientOptions> = {},
): Promise<ToyClient> {
  return openClient(ToyServiceDefinition, {
    service: 'toy-test',
    target: `ipv4:${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
    deadlineMs: 30_000,
    ...options,
  });
}
