import type { ProcessId } from './process-id.ts';

/** How one node runs, be it as a process or in a container. Says nothing about whether it is ready. */
export interface Runner {
  /** Brings it to life on the data it has; nothing happens if it lives. */
  launch(): Promise<void>;
  /** Ends it with no chance to tidy up; returns when it is gone. */
  kill(): Promise<void>;
  /** Asks it to end, and ends it if it does not within a limit. */
  terminate(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  isRunning(): Promise<boolean>;
  pid(): Promise<number | undefined>;
  /** The end of what it wrote to its log; a screenful if no number of lines is given. */
  logTail(lines?: number): Promise<string>;
}

/** Where a runner reports what must not outlive this process. */
export interface Watch {
  started(id: ProcessId): void;
  ended(id: ProcessId): void;
}
