import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const LOWEST = 15_000;
const LINUX_EPHEMERAL_START = 32_768;

/** One free port, as `freePorts` finds it. Prefer port 0 where nobody comes back to the port after its server went. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/**
 * Finds ports on loopback that nobody listens on and that the kernel gives to no outgoing connection.
 * A port from the kernel's own range would not do: while a killed server is down, a client that tries
 * to reach it again and again can be given the server's port and end up connected to itself.
 */
export async function freePorts(count: number): Promise<number[]> {
  const highest = firstEphemeralPort();
  const found = new Set<number>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries > 1_000) throw new Error(`no ${count} free ports in ${LOWEST} to ${highest}`);
    const port = randomInt(LOWEST, highest);
    if (!found.has(port) && (await isPortFree(port))) found.add(port);
  }
  return [...found];
}

/** Whether nobody listens there now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}

function firstEphemeralPort(): number {
  try {
    const range = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');
    const first = Number(range.trim().split(/\s+/)[0]);
    return first > LOWEST + 1_000 ? first : LINUX_EPHEMERAL_START;
  } catch {
    return LINUX_EPHEMERAL_START;
  }
}
