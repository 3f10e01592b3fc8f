import { type CrawlError, type ErrorCode, errorCodeOf } from '@mayfly/errors';
import type { Log } from '@mayfly/telemetry';
import { toStatus } from '../status.ts';
import { TELEMETRY } from '../telemetry/telemetry-names.ts';
import type { ActiveCall } from './active-call.ts';

/** gRPC takes a time below zero as a wish not to be asked again. */
const NEVER = -1;

interface FailuresOptions {
  readonly log: Log;
  readonly pushbackMs: number;
  readonly random: () => number;
  readonly shed: (call: ActiveCall) => void;
}

/** The one place where an error becomes what a caller sees, and a bug becomes a line in the log. */
export class Failures {
  readonly #options: FailuresOptions;

  constructor(options: FailuresOptions) {
    this.#options = options;
  }

  /** Ends the call with the error's status, unless it ended already. */
  fail(call: ActiveCall, error: unknown): void {
    const told = call.stopped !== undefined && isAbort(error, call.stopped) ? call.stopped : error;
    const code = errorCodeOf(told);
    if (code === 'INTERNAL') {
      this.#options.log.error(
        { event: TELEMETRY.bug.name, method: call.method, err: error },
        'a handler failed in a way that nobody foresaw',
      );
    }
    if (code === 'OVERLOADED') this.#options.shed(call);
    call.fail(toStatus(told, this.#pushbackMs(code)));
  }

  /** When the caller may come again; undefined leaves that to the caller. */
  #pushbackMs(code: ErrorCode): number | undefined {
    // Spread over twice the time, or all who were turned away come back at the same moment.
    if (code === 'OVERLOADED') return this.#options.pushbackMs * (0.5 + this.#options.random());
    // Whoever asked the other one has tried often enough: tries of tries would take all the caller's time.
    return code === 'DEPENDENCY_AWAY' ? NEVER : undefined;
  }
}

/** Code that was given the call's signal ends with its reason, or with an AbortError of the platform's own. */
function isAbort(error: unknown, reason: CrawlError): boolean {
  return error === reason || (error instanceof Error && error.name === 'AbortError');
}
