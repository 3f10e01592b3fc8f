import { createRequire } from 'node:module';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
}

const MENDED = Symbol('mended');

/**
 * kafkajs arms a timer for its queue of waiting requests also when none wait, with a negative delay: every
 * connection then wakes each millisecond for ever, and Node warns. A queue needs no timer while it is empty,
 * because whoever adds a request arms it. Fine to call many times.
 */
export function mendRequestQueue(): void {
  const load = createRequire(import.meta.url);
  const { prototype } = load('kafkajs/src/network/requestQueue/index.js') as {
    prototype: RequestQueue & { [MENDED]?: boolean };
  };
  if (prototype[MENDED] === true) return;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype[MENDED] = true;
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) schedule.call(this);
  };
}
