import { isIP } from 'node:net';

/** Where a name leads instead of to what DNS says. */
export interface MappedHost {
  readonly address: string;
  readonly port: number;
}

/** One entry: `news.test=127.0.0.1:8080`, or `*.test=…` for all names below. */
export const HOST_ENTRY = /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*=(\[[\da-f:]+\]|[\d.]+):\d{1,5}$/i;

/** Names with addresses of their own, for a world that is not in DNS. */
export class HostMap {
  readonly #names = new Map<string, MappedHost>();
  readonly #endings: (readonly [ending: string, host: MappedHost])[] = [];

  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [name = '', place = ''] = entry.toLowerCase().split('=');
      const colon = place.lastIndexOf(':');
      const address = place.slice(0, colon).replace(/^\[|\]$/g, '');
      if (isIP(address) === 0) throw new Error(`${entry}: ${address} is no address`);
      const host = { address, port: Number(place.slice(colon + 1)) };
      if (name.startsWith('*.')) this.#endings.push([name.slice(1), host]);
      else this.#names.set(name, host);
    }
  }

  /** Where the name leads; undefined where DNS decides. */
  find(hostName: string): MappedHost | undefined {
    const named = this.#names.get(hostName);
    return named ?? this.#endings.find(([ending]) => hostName.endsWith(ending))?.[1];
  }
}
