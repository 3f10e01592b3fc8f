/**
 * How Node runs all six services in one process: for whatever starts them as `npm start` does. It is no TypeScript, since
 * the machine's own Node may read it.
 */
export const SUITE_NODE_ARGS = Object.freeze([
  '--max-semi-space-size=64',
  // What lives as long as a flush is not old for that, and would fill the heap that is swept as a whole.
  '--no-allocation-site-pretenuring',
  // Six services are much code: at V8's own 3,000 calls the last compiler works through more of it than pays in an hour.
  '--invocation-count-for-turbofan=40000',
  ...['../compile-cache.mjs', '../telemetry.ts'].flatMap((file) => [
    '--import',
    new URL(file, import.meta.url).href,
  ]),
]);
