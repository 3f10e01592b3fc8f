import type { HostKey } from '@mayfly/url';
import type { HostState } from './host-state.ts';
import type { HostRow } from './rows.ts';

/** Hosts that people know to be one machine. */
export interface ServerGroup {
  readonly name: string;
  /** Hosts, or `*.` and the end of their names. */
  readonly hosts: readonly string[];
  readonly leasesAtATime: number;
}

export interface ServerSettings {
  readonly groups: readonly ServerGroup[];
  /** Requests at the same time to all hosts of one address. */
  readonly leasesPerAddress: number;
  /** Rest of a group between the end of one request and the start of the next. */
  readonly groupDelayMs: number;
}

/** A machine that several hosts share, while one of them has a request under way or rests for it. */
interface Server {
  out: number;
  restUntilMs: number;
  /** Hosts that would be asked if it had room. */
  readonly turnedAway: Set<HostState>;
}

/** What a request to a host counts against, beside the host itself. */
export interface ServerKey {
  readonly name: string;
  readonly most: number;
  readonly delayMs: number;
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/i;

/** The limits of machines that many hosts share: by a group that was set, or by the address that answered last. */
export class Servers {
  readonly #settings: ServerSettings;
  readonly #groups = new Map<string, ServerGroup>();
  readonly #suffixes: { readonly suffix: string; readonly group: ServerGroup }[] = [];
  readonly #servers = new Map<string, Server>();
  /** The part of each limit that is ours, where other replicas have hosts on the same machine. */
  share = 1;

  constructor(settings: ServerSettings) {
    this.#settings = settings;
    for (const group of settings.groups) {
      for (const host of group.hosts) {
        if (host.startsWith('*.')) this.#suffixes.push({ suffix: host.slice(1), group });
        else this.#groups.set(host, group);
      }
    }
  }

  /** What the host shares its limit by; undefined where it has a machine for itself, as far as we know. */
  keyOf({ host, address }: Pick<HostRow, 'host' | 'address'>): ServerKey | undefined {
    const group = this.#groupOf(host);
    if (group !== undefined) {
      const { name, leasesAtATime } = group;
      const delayMs = this.#settings.groupDelayMs;
      return { name, most: this.#part(leasesAtATime), delayMs };
    }
    if (address === undefined || LOOPBACK.test(address)) return undefined;
    return { name: address, most: this.#part(this.#settings.leasesPerAddress), delayMs: 0 };
  }

  /** How long until the host may be asked for its machine's sake; Infinity until another request has ended. */
  waitMs(host: HostState, nowMs: number): number {
    const key = this.keyOf(host.row);
    const server = key && this.#servers.get(key.name);
    if (key === undefined || server === undefined) return 0;
    if (server.out < key.most) return Math.max(0, server.restUntilMs - nowMs);
    server.turnedAway.add(host);
    return Infinity;
  }

  begin(key: ServerKey | undefined): void {
    if (key === undefined) return;
    let server = this.#servers.get(key.name);
    if (server === undefined) {
      server = { out: 0, restUntilMs: -Infinity, turnedAway: new Set() };
      this.#servers.set(key.name, server);
    }
    server.out += 1;
  }

  /** A request has ended; gives the hosts that waited for that. */
  end(key: ServerKey | undefined, nowMs: number): Iterable<HostState> {
    const server = key && this.#servers.get(key.name);
    if (key === undefined || server === undefined) return [];
    server.out -= 1;
    server.restUntilMs = Math.max(server.restUntilMs, nowMs + key.delayMs);
    const waited = [...server.turnedAway];
    server.turnedAway.clear();
    if (server.out === 0 && key.delayMs === 0) this.#servers.delete(key.name);
    return waited;
  }

  #groupOf(host: HostKey): ServerGroup | undefined {
    const found = this.#groups.get(host);
    if (found !== undefined || this.#suffixes.length === 0) return found;
    return this.#suffixes.find(({ suffix }) => host.endsWith(suffix))?.group;
  }

  #part(most: number): number {
    return Math.max(1, Math.floor(most * this.share));
  }
}
