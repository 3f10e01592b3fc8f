import { isIPv6 } from 'node:net';
import type { Kind } from './kind.ts';

/** Where something listens or can be reached. An IPv6 host is kept without its brackets. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** What `host` may be, without brackets: labels of letters, digits, hyphens and underscores, or an address. */
const HOST_NAME = /^(?!-)[\w-]{1,63}(?:\.[\w-]{1,63})*\.?$/;
const HOST_AND_PORT = /^(?:\[(?<bracketed>[^\]]+)\]|(?<plain>[^:[\]]+)):(?<port>\d{1,5})$/;

/** An address as people write it: `frontier:7101`, `127.0.0.1:0`, `[::1]:7101`. */
export function addressText({ host, port }: Address): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** A host and a port; port 0 (any free one) only where something listens. */
export function addressKind({ listen = false }: { listen?: boolean }): Kind<Address> {
  const lowest = listen ? 0 : 1;
  return {
    type: 'address',
    range: `host:port, with a port from ${lowest} to 65535`,
    parse: (text) => {
      const { bracketed, plain, port: digits } = HOST_AND_PORT.exec(text)?.groups ?? {};
      if (digits === undefined) return { wrong: 'not of the form host:port' };
      if (bracketed !== undefined ? !isIPv6(bracketed) : !HOST_NAME.test(plain ?? '')) {
        return { wrong: 'no such host can be' };
      }
      const port = Number(digits);
      if (port < lowest || port > 65_535) return { wrong: 'no such port can be' };
      return { value: { host: bracketed ?? plain ?? '', port } };
    },
    show: addressText,
    neutral: { host: '', port: 0 },
  };
}
