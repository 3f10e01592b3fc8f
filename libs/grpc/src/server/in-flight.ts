import { CrawlError } from '@mayfly/errors';
import { OpenCalls } from '../open-calls.ts';
import type { ActiveCall } from './active-call.ts';
import type { ServerLimits } from './limits.ts';

/** The calls whose handlers run now. A call that nobody waits for still counts until its handler has ended. */
export class InFlight extends OpenCalls<ActiveCall> {
  readonly #limits: ServerLimits;
  #streams = 0;

  constructor(limits: ServerLimits) {
    super();
    this.#limits = limits;
  }

  /** Throws where one more call of that kind would be too many. */
  checkRoom(streaming: boolean): void {
    const full = streaming
      ? this.#streams >= this.#limits.streams
      : this.size - this.#streams >= this.#limits.calls;
    if (full) throw new CrawlError('OVERLOADED', 'too many calls at the same time');
  }

  override add(call: ActiveCall): void {
    super.add(call);
    if (call.streaming) this.#streams += 1;
  }

  override delete(call: ActiveCall): boolean {
    const wasThere = super.delete(call);
    if (wasThere && call.streaming) this.#streams -= 1;
    return wasThere;
  }
}
