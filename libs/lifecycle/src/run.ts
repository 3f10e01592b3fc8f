import { relative } from 'node:path';
import {
  checkConfigRequested,
  describeConfig,
  type Environment,
  examineConfig,
  helpRequested,
  helpText,
  isConfigProblem,
  loadProcessSettings,
  loadTogether,
  type LoadConfig,
  settingsText,
} from '@mayfly/config';
import { Closer } from './closer.ts';
import type { LifecycleLog } from './log.ts';
import { StopRequest } from './stop-request.ts';
import { TELEMETRY } from './telemetry-names.ts';

/** Shorter than the 30 s that Kubernetes waits before it kills. */
const DRAIN_MS = 25_000;

const ARGUMENTS: readonly string[] = ['--check-config', '--help'];

/** Everything that `main.ts` knows about its process. */
export interface RunOptions<C> {
  readonly log: LifecycleLog;
  /** `process.argv`: what comes after the first two words is for us. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly loadConfig: LoadConfig<C>;
  /** Opens the service and returns when it serves. What it opens it adds to the closer; the signal says to give up. */
  readonly open: (config: C, closer: Closer, signal: AbortSignal) => unknown;
  /** How long stopping may take, from the first signal on. */
  readonly drainMs?: number;
}

/**
 * Runs a service from its settings to its end: opens it, waits for SIGTERM or SIGINT, closes it.
 *
 * Exit code 0: stopped when asked. 1: wrong settings, a failed start, an error nobody caught, or
 * something that failed to close. 2: stopping took longer than allowed, or something stayed open.
 * With `--check-config` it only says what the settings are, with `--help` which there are.
 */
export async function run<C>(options: RunOptions<C>): Promise<void> {
  const { log, argv, env } = options;
  const unknown = argv.slice(2).filter((word) => !ARGUMENTS.includes(word));
  if (unknown.length > 0) {
    reportPlainly(`no argument called ${unknown.join(', ')}; there are ${ARGUMENTS.join(', ')}`);
    return;
  }
  // The preload has read its settings by itself; it leaves it to us to tell all problems at once.
  const loadConfig = loadTogether([loadProcessSettings], options.loadConfig);
  if (helpRequested(argv)) {
    process.stdout.write(helpText(commandText(argv), describeConfig(loadConfig)));
    return;
  }
  const outcome = examineConfig(loadConfig, env);
  if (!outcome.ok) {
    reportPlainly(outcome.message);
    return;
  }
  for (const { name, why } of outcome.retired) {
    log.warn({ event: TELEMETRY.retired.name, name, why }, 'setting has no effect any more');
  }
  if (checkConfigRequested(argv)) {
    process.stdout.write(settingsText(outcome.settings));
    return;
  }
  await serve(outcome.config, options);
}

/** How this process was run, by somebody in this folder. */
function commandText([, file = '']: readonly string[]): string {
  return ['npx node', ...process.execArgv, relative(process.cwd(), file)].join(' ');
}

async function serve<C>(config: C, { log, open, drainMs = DRAIN_MS }: RunOptions<C>) {
  const stop = new StopRequest();
  const closer = new Closer(stop.signal);
  stop.signal.addEventListener('abort', () => armDeadline(log, closer, drainMs), { once: true });
  stop.listen((error) => {
    log.error({ event: TELEMETRY.uncaught.name, err: error }, 'error that nobody caught');
    process.exitCode = 1;
  });
  // Listeners for signals keep no process alive, and a service may have nothing else open yet.
  const alive = setInterval(() => {}, 2 ** 30);
  try {
    await open(config, closer, stop.signal);
    log.info({ event: TELEMETRY.started.name }, 'started');
  } catch (error) {
    reportStart(error, log, stop);
  }
  const reason = await stop.requested;
  log.info({ event: TELEMETRY.stopping.name, reason }, 'stopping');
  try {
    await closer.close();
    log.info({ event: TELEMETRY.stopped.name }, 'stopped');
  } catch (error) {
    log.error({ event: TELEMETRY.unclean.name, err: error }, 'not everything was closed');
    process.exitCode = 1;
  }
  clearInterval(alive);
}

function reportStart(error: unknown, log: LifecycleLog, stop: StopRequest): void {
  if (stop.signal.aborted) {
    log.info({ event: TELEMETRY.startGivenUp.name, err: error }, 'told to stop while starting');
    return;
  }
  if (isConfigProblem(error)) reportPlainly(error.message);
  else log.fatal({ event: TELEMETRY.startFailed.name, err: error }, 'could not start');
  process.exitCode = 1;
  stop.request('start failed');
}

/** For the person at the keyboard: every problem, and no stack. */
function reportPlainly(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

/** The timer keeps nothing alive: it fires only if closing hangs, or if something was left open. */
function armDeadline(log: LifecycleLog, closer: Closer, drainMs: number): void {
  const giveUp = () => {
    const still = { closing: closer.current, open: process.getActiveResourcesInfo() };
    log.fatal({ event: TELEMETRY.stuck.name, drainMs, ...still }, 'did not stop in time');
    process.exit(2);
  };
  setTimeout(giveUp, drainMs).unref();
}
