import { setLogger } from '@grpc/grpc-js';
import type { Log } from '@mayfly/telemetry';
import { TELEMETRY } from './telemetry/telemetry-names.ts';

/** What the gRPC library prints by itself becomes lines of the log; whoever opened something last gets them. */
export function routeGrpcLog(log: Log): void {
  const tell = (...parts: unknown[]): void =>
    log.warn({ event: TELEMETRY.library.name, message: parts.join(' ') }, 'the gRPC library says');
  setLogger({ error: tell, info: tell, debug: tell });
}
