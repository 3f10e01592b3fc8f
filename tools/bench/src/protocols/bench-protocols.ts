import { fileURLToPath } from 'node:url';
import type { ParseArgsOptionsConfig } from 'node:util';
import { countOption } from '@mayfly/command-line';
import { eventually } from '@mayfly/testing';
import type { Figure } from '../figure.ts';
import { median } from '../walk/compare-runs.ts';
import { type Cores, findCores, PinnedProcess } from '../walk/pinned-process.ts';
import { readCpuResult } from '../walk/result-line.ts';

export const PROTOCOLS_OPTIONS = {
  requests: { type: 'string', default: '4000' },
  rounds: { type: 'string', default: '5' },
} as const satisfies ParseArgsOptionsConfig;

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const HOSTS = 20;
const PROTOCOLS = ['h2', 'http/1.1'] as const;
type Protocol = (typeof PROTOCOLS)[number];

/** Requests per second of processor time over TLS, by HTTP/2 and by HTTP/1.1, both undici's, in turns on one core. */
export async function benchProtocols(
  values: Readonly<Record<string, unknown>>,
  say: (line: string) => void,
): Promise<Figure[]> {
  const requests = countOption('requests', values.requests);
  const rounds = countOption('rounds', values.rounds);
  const cores = await findCores(say);
  const perSecond: Record<Protocol, number[]> = { h2: [], 'http/1.1': [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const protocol of round % 2 === 0 ? PROTOCOLS : PROTOCOLS.toReversed()) {
      const value = await measure(protocol, requests, cores);
      say(`round ${round + 1} of ${rounds}: ${protocol} ${Math.round(value)} requests/s`);
      perSecond[protocol].push(value);
    }
  }
  return [
    {
      ...{ bench: 'protocols', figure: 'h2_requests_per_cpu_second', unit: 'requests/s' },
      value: median(perSecond.h2),
      peer: { name: 'http/1.1', value: median(perSecond['http/1.1']) },
    },
  ];
}

async function measure(protocol: Protocol, requests: number, cores: Cores): Promise<number> {
  const program = process.execPath;
  await using server = new PinnedProcess({ program, args: [fileOf('server-main.ts')] }, cores.web);
  await eventually(() => server.hasEnded || server.stdout.includes('\n'), {
    ...{ what: 'the server says where it is', withinMs: 60_000 },
  });
  const { port, ca } = JSON.parse(server.stdout) as { port: number; ca: string };
  const numbers = [HOSTS, requests].map(String);
  const args = [fileOf('client-main.ts'), protocol, String(port), ca, ...numbers];
  await using client = new PinnedProcess({ program, args }, cores.contender);
  const end = await client.ended();
  const result = readCpuResult(client.stdout);
  if (end !== 0 || result === undefined || result.pages !== requests) {
    throw new Error(`${protocol} ended with ${end}: ${client.stdout} ${client.stderr}`);
  }
  return requests / result.cpuSeconds;
}
