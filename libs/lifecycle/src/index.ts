export { Closer, within } from './closer.ts';
export type { LifecycleLog } from './log.ts';
export { run, type RunOptions } from './run.ts';
