import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import type { AddressGuard } from './address-guard.ts';
import type { HostMap } from './host-map.ts';

/** The handshake failed, or the certificate is not to be believed. */
export class TlsFailure extends Error {
  override readonly name = 'TlsFailure';
}

/** The name has no address. */
export class DnsFailure extends Error {
  override readonly name = 'DnsFailure';
}

/** It took too long. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
}

/** How long each step of a connection took. */
export interface ConnectTimings {
  readonly dnsMs?: number;
  readonly connectMs: number;
  readonly tlsMs?: number;
}

/** Finds the addresses of a name; like `dns.lookup`. */
export type Resolve = (hostName: string) => Promise<readonly string[]>;

/** What connecting needs. */
export interface Connecting {
  readonly guard: AddressGuard;
  readonly hosts: HostMap;
  readonly resolve: Resolve;
  readonly connectTimeoutMs: number;
  /** Whom we believe; absent: the authorities that come with Node. */
  readonly secureContext?: SecureContext | undefined;
}

/** Where to. */
export interface Destination {
  readonly protocol: string;
  /** An IPv6 address may have its brackets. */
  readonly hostName: string;
  readonly port: number;
  readonly private: boolean;
}

/** The addresses of a name, as the machine finds them. */
export const systemResolve: Resolve = async (hostName) => {
  const found = await lookup(hostName, { all: true });
  return found.map(({ address }) => address);
};

/** Connects to an address that was checked: the socket never resolves anything by itself. */
export async function connectTo(
  destination: Destination,
  connecting: Connecting,
): Promise<{ socket: Socket; timings: ConnectTimings }> {
  const startedMs = performance.now();
  const hostName = destination.hostName.replace(/^\[|\]$/g, '');
  const { addresses, port } = await placesOf(hostName, destination.port, connecting);
  connecting.guard.check(addresses, destination);
  const resolvedMs = performance.now();
  const tcp = await firstThatAnswers(addresses, port, connecting.connectTimeoutMs);
  checkPeer(tcp, destination, connecting.guard);
  const connectedMs = performance.now();
  const timings = {
    ...(isIP(hostName) === 0 ? { dnsMs: resolvedMs - startedMs } : {}),
    connectMs: connectedMs - resolvedMs,
  };
  if (destination.protocol !== 'https:') return { socket: tcp, timings };
  const socket = await handshake(tcp, hostName, connecting);
  return { socket, timings: { ...timings, tlsMs: performance.now() - connectedMs } };
}

async function placesOf(
  hostName: string,
  port: number,
  { hosts, resolve }: Connecting,
): Promise<{ addresses: readonly string[]; port: number }> {
  const mapped = hosts.find(hostName);
  if (mapped !== undefined) return { addresses: [mapped.address], port: mapped.port };
  if (isIP(hostName) !== 0) return { addresses: [hostName], port };
  let addresses: readonly string[];
  try {
    addresses = await resolve(hostName);
  } catch (cause) {
    throw new DnsFailure(`the name cannot be resolved (${codeOf(cause)})`, { cause });
  }
  if (addresses.length === 0) throw new DnsFailure('the name has no address');
  return { addresses, port };
}

/** A host may have addresses that do not answer, often those of IPv6: then the next is tried. */
async function firstThatAnswers(
  addresses: readonly string[],
  port: number,
  timeoutMs: number,
): Promise<Socket> {
  const deadlineMs = performance.now() + timeoutMs;
  let failure: unknown;
  for (const [tried, address] of addresses.entries()) {
    const share = (deadlineMs - performance.now()) / (addresses.length - tried);
    try {
      return await opened(connectTcp({ host: address, port, noDelay: true }), 'connect', share);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Whom we are connected to has the last word, whatever stood in between. */
function checkPeer(tcp: Socket, destination: Destination, guard: AddressGuard): void {
  const { remoteAddress } = tcp;
  // It has none when the other side is gone already: then nothing is sent, and the connection is seen to have broken.
  if (remoteAddress === undefined) return;
  try {
    guard.check([remoteAddress], destination);
  } catch (error) {
    tcp.destroy();
    throw error;
  }
}

async function handshake(
  tcp: Socket,
  hostName: string,
  connecting: Connecting,
): Promise<TLSSocket> {
  const { secureContext, connectTimeoutMs } = connecting;
  const socket = connectTls({
    socket: tcp,
    ...(isIP(hostName) === 0 ? { servername: hostName } : { host: hostName }),
    ALPNProtocols: ['http/1.1'],
    ...(secureContext === undefined ? {} : { secureContext }),
  });
  try {
    return await opened(socket, 'secureConnect', connectTimeoutMs);
  } catch (cause) {
    tcp.destroy();
    if (cause instanceof ConnectTimeout || codeOf(cause) === 'ECONNRESET') throw cause;
    throw new TlsFailure(`the handshake failed (${codeOf(cause)})`, { cause });
  }
}

function opened<S extends Socket>(
  socket: S,
  step: 'connect' | 'secureConnect',
  timeoutMs: number,
): Promise<S> {
  const { promise, resolve, reject } = Promise.withResolvers<S>();
  const fail = (error: Error) => {
    clearTimeout(timer);
    socket.destroy();
    reject(error);
  };
  const timer = setTimeout(
    () => fail(new ConnectTimeout('the host does not answer')),
    Math.max(1, timeoutMs),
  );
  socket.once('error', fail);
  socket.once(step, () => {
    clearTimeout(timer);
    socket.off('error', fail);
    resolve(socket);
  });
  return promise;
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : 'unknown reason';
}
