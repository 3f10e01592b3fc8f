import { configureLog, type LogLevel } from '../log.ts';

/** The lines that were logged, parsed. */
export interface CollectedLog {
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  /** Lines of one event. */
  of(event: string): readonly Readonly<Record<string, unknown>>[];
}

/** Keeps log lines in memory instead of printing them, from now on. */
export function collectLog(level: LogLevel = 'debug'): CollectedLog {
  const lines: Record<string, unknown>[] = [];
  configureLog({
    level,
    destination: {
      write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    },
  });
  return { lines, of: (event) => lines.filter((line) => line.event === event) };
}
