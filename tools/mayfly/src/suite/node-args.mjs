// It is no TypeScript, since the machine's own Node may read it.

/** How Node runs one service over a data folder. */
export const SERVICE_NODE_ARGS = Object.freeze([
  '--max-semi-space-size=64',
  // What lives as long as a flush is not old for that, and would fill the heap that is swept as a whole.
  '--no-allocation-site-pretenuring',
  ...['../compile-cache.mjs', '../telemetry.ts'].flatMap((file) => [
    '--import',
    new URL(file, import.meta.url).href,
  ]),
]);

/**
 * How it runs all six in one process, as `npm start` does. That is much code: at V8's own 3,000 calls its last compiler
 * works through more of it than pays. In one service alone what is hot is little, and it does pay.
 */
export const SUITE_NODE_ARGS = Object.freeze([
  '--invocation-count-for-turbofan=40000',
  ...SERVICE_NODE_ARGS,
]);
