/** Who this process is, in logs, traces and metrics. */
export interface Identity {
  /** The service's short name, such as `frontier`. */
  readonly service: string;
  /** The version of the build. */
  readonly version: string;
}

let current: Identity = { service: 'mayfly', version: 'unknown' };

/** The identity given to `startTelemetry`; before that a general one. */
export function identity(): Identity {
  return current;
}

/** Set once, by the preload, before any other code of the process runs. */
export function setIdentity(next: Identity): void {
  current = next;
}
