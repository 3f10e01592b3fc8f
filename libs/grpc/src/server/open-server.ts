import { type Clock, systemClock } from '@mayfly/clock';
import { type Log, logOf } from '@mayfly/telemetry';
import { Server } from '@grpc/grpc-js';
import { routeGrpcLog } from '../grpc-log.ts';
import { pingWhileDraining } from '../ping-while-draining.ts';
import { serverTelemetry } from '../telemetry/server-telemetry.ts';
import { CertificateWatch } from '../tls/certificate-watch.ts';
import { serverCredentials } from '../tls/server-tls.ts';
import { addLocalServer } from '../within-process.ts';
import { admission } from './admission.ts';
import { bind } from './bind.ts';
import { Failures } from './failures.ts';
import { addMethods } from './handle.ts';
import { Health } from './health.ts';
import { InFlight } from './in-flight.ts';
import { CONNECTION_LIMITS, grpcOptions, SERVER_LIMITS } from './limits.ts';
import { addressText } from './listen-address.ts';
import { localServer } from './local-server.ts';
import { authoriseOf } from './protection.ts';
import { RunningServer } from './running-server.ts';
import { servedMethods } from './served-method.ts';
import type { ServerOptions } from './server-options.ts';

const TLS_RELOAD_MS = 10_000;

/** Opens a server that answers; it tells probes that it serves only after `setServing(true)`. */
export async function openServer(options: ServerOptions): Promise<RunningServer> {
  const { service, services, clock = systemClock, log = logOf(service) } = options;
  const limits = { ...SERVER_LIMITS, ...options.limits };
  const connections = { ...CONNECTION_LIMITS, ...options.connections };
  routeGrpcLog(log);
  pingWhileDraining();
  const methods = servedMethods(services);
  const authorise = authoriseOf(options, log);

  const draining = new AbortController();
  const inFlight = new InFlight(limits);
  const telemetry = serverTelemetry(service, clock);
  const failures = new Failures({
    log,
    pushbackMs: limits.pushbackMs,
    random: options.random,
    shed: (call) => telemetry.shed(call.method),
  });
  const admitting = {
    methods,
    inFlight,
    authorise,
    deadlineMissing: options.deadlineMissing ?? 'refuse',
    draining: draining.signal,
    failures,
    telemetry,
    clock,
  };
  const server = new Server({
    ...grpcOptions(limits, connections),
    interceptors: [admission(admitting)],
  });
  const handling = { inFlight, failures, maxSendBytes: limits.sendBytes };
  addMethods(server, methods.values(), handling);
  const names = services.map(({ definition }) => definition.fullName);
  const health = new Health(names);
  health.addTo(server);
  if (options.reflection === true) {
    const { addReflection } = await import('./reflection.ts');
    addReflection(server, names);
  }

  const watch = await openWatch(options, clock, log);
  try {
    const listening = await listen(server, health, watch, options);
    // Whoever is not believed any more keeps no connection either; the others come back at once.
    if (watch !== undefined) {
      watch.onNewTrust = () => server.drain(listening.address, connections.ageGraceMs);
    }
    // One that wants certificates knows callers by their connections.
    if (watch === undefined) {
      const { receiveBytes } = limits;
      const local = localServer({ ...admitting, ...handling, receiveBytes });
      addLocalServer(listening.address, local);
    }
    return new RunningServer({
      ...listening,
      server,
      health,
      inFlight,
      failures,
      draining,
      watch,
      clock,
      log,
    });
  } catch (error) {
    server.forceShutdown();
    health.close();
    await watch?.[Symbol.asyncDispose]();
    throw error;
  }
}

async function openWatch(
  { tls, tlsReloadMs = TLS_RELOAD_MS }: ServerOptions,
  clock: Clock,
  log: Log,
): Promise<CertificateWatch | undefined> {
  if (tls === undefined) return undefined;
  const { certFile, keyFile, clientCaFile: caFile } = tls;
  const files = { certFile, keyFile, ...(caFile === undefined ? {} : { caFile }) };
  return CertificateWatch.open(files, { clock, log, everyMs: tlsReloadMs });
}

async function listen(
  server: Server,
  health: Health,
  watch: CertificateWatch | undefined,
  { address, healthAddress, tls }: ServerOptions,
): Promise<{ address: string; port: number; healthPort: number | undefined }> {
  const port = await bind(server, addressText(address), serverCredentials(tls, watch));
  const healthPort = healthAddress === undefined ? undefined : await health.listen(healthAddress);
  return { address: addressText({ ...address, port }), port, healthPort };
}
