import { systemClock } from '@mayfly/clock';
import {
  checkConfigRequested,
  examineConfig,
  helpRequested,
  isConfigProblem,
  loadProcessSettings,
} from '@mayfly/config';
import { CrawlError } from '@mayfly/errors';
import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  CompositePropagator,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { pino } from 'pino';
import { idTracers } from './id-tracers.ts';
import { type Identity, setIdentity } from './identity.ts';
import { configureLog, log } from './log.ts';
import { TELEMETRY } from './telemetry-names.ts';

/** The part of the environment that telemetry reads. */
export type TelemetryEnv = Readonly<Record<string, string | undefined>>;

/** What a preload says: who the process is, and where its settings come from. */
export interface TelemetrySettings extends Identity {
  /** `process.env`; telemetry is set by the standard OTEL_* variables and LOG_LEVEL only. */
  readonly env: TelemetryEnv;
  /** The process's own where it is left out: one that only prints its settings sends nothing and listens nowhere. */
  readonly argv?: readonly string[];
  /** Commands whose standard output is their result log to standard error. */
  readonly logTo?: 'stdout' | 'stderr';
}

const STOP_WITHIN_MS = 5_000;

let shutdown: (() => Promise<void>) | undefined;

/**
 * Starts logs, traces and metrics. Called by the preload of a process, before any other code is
 * loaded. Wrong settings are not told here but by `run`, together with those of the service.
 */
export async function startTelemetry(settings: TelemetrySettings): Promise<void> {
  const { service, version, env, argv = process.argv, logTo = 'stdout' } = settings;
  if (shutdown !== undefined) throw new CrawlError('CONFIG_INVALID', 'telemetry runs already');
  setIdentity({ service, version });
  const outcome = examineConfig(loadProcessSettings, env);
  if (!outcome.ok) tellUnlessTold(outcome.message);
  const processSettings = outcome.ok ? outcome.config : loadProcessSettings({});
  configureLog({
    level: processSettings.logLevel,
    destination: pino.destination({ fd: logTo === 'stdout' ? 1 : 2, sync: true }),
  });
  const { traces, metrics } = processSettings;
  const onlyAsked = checkConfigRequested(argv) || helpRequested(argv);
  if (onlyAsked || traces.length + metrics.length === 0) {
    shutdown = startIdsOnly();
    return;
  }
  if (env.OTEL_LOG_LEVEL === undefined) tellProblems();
  // The whole SDK takes as long to load as a service does, so it is loaded only when it has work.
  const { startSdk } = await import('./start-sdk.ts');
  try {
    shutdown = await startSdk(settings, processSettings);
  } catch (error) {
    if (!isConfigProblem(error)) throw error;
    // Thrown out of a preload it would be told with a stack that helps nobody.
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** For a process without `run`: if nothing failed until its end, nobody has told the problem yet. */
function tellUnlessTold(message: string): void {
  process.once('exit', (code) => {
    if (code !== 0) return;
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  });
}

/**
 * Sends what is still held back and stops. The last thing a process does: it never takes long, and
 * a collector that is away does not make a clean end an unclean one.
 */
export async function stopTelemetry(): Promise<void> {
  const stopping = shutdown?.();
  shutdown = undefined;
  if (stopping === undefined) return;
  const unsent = (err?: unknown): void =>
    log.warn({ event: TELEMETRY.unsent.name, err }, 'the last telemetry was not sent');
  const enough = new AbortController();
  const late = systemClock.sleep(STOP_WITHIN_MS, enough.signal).then(unsent, () => {});
  await Promise.race([stopping.catch(unsent), late]);
  enough.abort();
}

/** Nothing is recorded or sent, but trace ids go from service to service and into the logs. */
function startIdsOnly(): () => Promise<void> {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(
    new CompositePropagator({
      propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
    }),
  );
  trace.setGlobalTracerProvider(idTracers);
  return async () => {};
}

/** The SDK's own warnings (a collector that is away, say) become lines of our log. None is an error to us: the work goes on. */
function tellProblems(): void {
  const tell = (message: unknown, ...more: unknown[]) =>
    log.warn({ event: TELEMETRY.problem.name, message, more }, 'telemetry has a problem');
  const nothing = (): void => {};
  diag.setLogger(
    { error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
