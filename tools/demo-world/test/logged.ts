import { eventually } from '@mayfly/testing';

/** The server ends a log entry a moment after the client has its answer. */
export function logged(check: () => void): Promise<void> {
  return eventually(check, { what: 'the log of the server' });
}
