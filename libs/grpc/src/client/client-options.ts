import type { Clock } from '@mayfly/clock';
import type { Log } from '@mayfly/telemetry';
import type { ServerCall } from '../server/server-call.ts';
import type { ClientTls } from '../tls/client-tls.ts';

/** Everything about a client. Only `service` and `target` have no default. */
export interface ClientOptions {
  /** Short name of the service that calls, for tracer and meter. */
  readonly service: string;
  /** `dns:///name:port` spreads calls over all addresses of the name; `ipv4:a:1,b:2` over those given. */
  readonly target: string;
  readonly tls?: ClientTls | undefined;
  /** How often certificate files are looked at; 10 s. */
  readonly tlsReloadMs?: number;
  /** Time for a call with one request and one response, unless the call says otherwise; 10 s. */
  readonly deadlineMs?: number;
  /** Time for a streaming call, unless the call says otherwise; 10 min. */
  readonly streamDeadlineMs?: number;
  /** Whether calls wait for a server that is away, as long as their deadline allows, instead of failing at once. */
  readonly waitForReady?: boolean;
  /** The largest message in either direction; 4 MiB. */
  readonly maxMessageBytes?: number;
  /** How often a connection with calls but without traffic is tried; 20 s. */
  readonly keepaliveMs?: number;
  /** How long the answer to such a try may take; 10 s. */
  readonly keepaliveTimeoutMs?: number;
  readonly clock?: Clock;
  readonly log?: Log;
}

/** What one call can say. */
export interface CallOptions {
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  /** The call that is being answered meanwhile: its time and its end hold for this one too. */
  readonly parent?: Pick<ServerCall, 'signal' | 'remainingMs'>;
}
