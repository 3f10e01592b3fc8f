/** The part of a logger that `run` needs: fields first, then a constant phrase. pino fits. */
export interface LifecycleLog {
  info(fields: object, phrase: string): void;
  warn(fields: object, phrase: string): void;
  error(fields: object, phrase: string): void;
  fatal(fields: object, phrase: string): void;
}
