import type { LogLevel } from '@mayfly/config';
import { trace } from '@opentelemetry/api';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { identity } from './identity.ts';
import { type LogFields, plainFields, plainText } from './log-fields.ts';

export type { LogLevel };

/**
 * Writes one JSON line per call: an object first, then a short constant phrase. The line carries
 * service, version and the ids of the active span. Info is for what a person acts on.
 */
export interface Log {
  debug(fields: LogFields, phrase: string): void;
  info(fields: LogFields, phrase: string): void;
  warn(fields: LogFields, phrase: string): void;
  error(fields: LogFields, phrase: string): void;
  /** The process ends because of this. */
  fatal(fields: LogFields, phrase: string): void;
  /** The same log with these fields on every line. */
  with(fields: LogFields): Log;
}

/** Anything lines can be written to; a file descriptor's stream, or a list in a test. */
export interface LogDestination {
  write(line: string): void;
}

interface LogSettings {
  readonly level: LogLevel;
  readonly destination: LogDestination;
}

let root: Logger | undefined;

/** Where lines go from now on; loggers that were handed out before follow. */
export function configureLog({ level, destination }: LogSettings): void {
  root = newRoot(level, destination);
}

/** The log of this process. */
export const log: Log = lateLog({});

/** The log of one service, for processes that run several. */
export function logOf(service: string): Log {
  return lateLog({ service });
}

/** Loggers are made at import time, before anybody knows where lines go: they look when they write. */
function lateLog(fields: LogFields): Log {
  let bound: { to: Logger; logger: Logger } | undefined;
  const logger = (): Logger => {
    root ??= newRoot('info', pino.destination(1));
    if (bound?.to !== root) {
      const service = identity().service;
      bound = { to: root, logger: root.child(plainFields({ service, ...fields })) };
    }
    return bound.logger;
  };
  const write = (level: Exclude<LogLevel, 'silent'>) => (more: LogFields, phrase: string) => {
    const target = logger();
    if (target.isLevelEnabled(level)) target[level](plainFields(more), plainText(phrase));
  };
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
    with: (more) => lateLog({ ...fields, ...more }),
  };
}

function newRoot(level: LogLevel, destination: LogDestination): Logger {
  return pino(
    {
      level,
      base: { version: identity().version },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: activeSpan,
      // An error is plain data already; the default would take it apart once more.
      serializers: { err: (error: unknown) => error },
    },
    destination,
  );
}

function activeSpan(): object {
  const context = trace.getActiveSpan()?.spanContext();
  return context === undefined ? {} : { trace_id: context.traceId, span_id: context.spanId };
}
