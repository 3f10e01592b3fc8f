export { Closer, within } from './closer.ts';
export type { LifecycleLog } from './log.ts';
export { Loop, type LoopOptions, type Turn } from './loop.ts';
export { run, type RunOptions } from './run.ts';
