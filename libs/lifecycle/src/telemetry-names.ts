import type { DeclaredTelemetry } from '@mayfly/telemetry';

/** What every process says of its own life. */
export const TELEMETRY = {
  retired: {
    name: 'config.retired',
    kind: 'log event',
    level: 'warn',
    attributes: ['name', 'why'],
    means: 'A setting is still given but has no effect any more.',
  },
  started: {
    name: 'process.started',
    kind: 'log event',
    level: 'info',
    means: 'The service is open and serves.',
  },
  startGivenUp: {
    name: 'process.start_given_up',
    kind: 'log event',
    level: 'info',
    attributes: ['err'],
    means: 'A signal came while the service was opening.',
  },
  startFailed: {
    name: 'process.start_failed',
    kind: 'log event',
    level: 'fatal',
    attributes: ['err'],
    means: 'The service could not be opened; what was open is closed, and the exit code is 1.',
  },
  stopping: {
    name: 'process.stopping',
    kind: 'log event',
    level: 'info',
    attributes: ['reason'],
    means: 'The process drains and closes.',
  },
  stopped: {
    name: 'process.stopped',
    kind: 'log event',
    level: 'info',
    means: 'Everything is closed.',
  },
  unclean: {
    name: 'process.unclean',
    kind: 'log event',
    level: 'error',
    attributes: ['err'],
    means: 'Something failed to close; the rest was closed all the same, and the exit code is 1.',
  },
  uncaught: {
    name: 'process.uncaught',
    kind: 'log event',
    level: 'error',
    attributes: ['err'],
    means: 'An error that nobody caught; the process drains and exits with 1.',
  },
  turnFailed: {
    name: 'loop.turn_failed',
    kind: 'log event',
    level: 'warn',
    attributes: ['loop', 'failures', 'err'],
    means: 'One turn of a loop failed; the next one comes after a while.',
  },
  stuck: {
    name: 'process.stuck',
    kind: 'log event',
    level: 'fatal',
    attributes: ['drainMs', 'closing', 'open'],
    means: 'Closing took longer than allowed, or something stayed open; the exit code is 2.',
  },
} as const satisfies Record<string, DeclaredTelemetry>;
