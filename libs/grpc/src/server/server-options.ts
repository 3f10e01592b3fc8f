import type { Clock } from '@mayfly/clock';
import type { Log } from '@mayfly/telemetry';
import type { ServerTls } from '../tls/server-tls.ts';
import type { Authorise, CallerRoles } from './authorise.ts';
import type { ConnectionLimits, ServerLimits } from './limits.ts';
import type { ListenAddress } from './listen-address.ts';
import type { ServedService } from './serve.ts';

/** Everything about a server. Only `service`, `services`, `address` and `random` have no default. */
export interface ServerOptions {
  /** Short name of the service, for tracer, meter and log. */
  readonly service: string;
  readonly services: readonly ServedService[];
  readonly address: ListenAddress;
  /** Health alone, in the clear, for probes that cannot show a certificate. */
  readonly healthAddress?: ListenAddress | undefined;
  readonly tls?: ServerTls | undefined;
  /** How often certificate files are looked at; 10 s. */
  readonly tlsReloadMs?: number;
  /** Listening beyond this machine without protection; told in the log at every start. */
  readonly insecure?: boolean;
  /** Which certificates have which roles, where client certificates are asked for. */
  readonly callers?: CallerRoles | undefined;
  /** Decides instead of `callers`. */
  readonly authorise?: Authorise;
  /** Whether tools may ask for the contract. */
  readonly reflection?: boolean;
  readonly limits?: Partial<ServerLimits>;
  readonly connections?: Partial<ConnectionLimits>;
  /** What happens to calls without a deadline: refused (the default), or given this many milliseconds. */
  readonly deadlineMissing?: 'refuse' | number;
  readonly clock?: Clock;
  /** Spreads the return of callers who were turned away; with a constant they come back together. */
  readonly random: () => number;
  readonly log?: Log;
}
