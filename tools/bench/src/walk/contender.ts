import type { Program } from './pinned-process.ts';
import type { WebShape } from './web-process.ts';

/** A web to walk through. */
export interface Task extends WebShape {
  readonly seed: string;
}

/** Requests that a contender may have under way at once: the same for all. */
export const CONCURRENCY = 64;

/** Somebody who walks through a web, reads links and text of each page, and prints a result line. */
export interface Contender {
  readonly name: string;
  readonly programFor: (task: Task) => Program;
}

/** A contender of ours or a peer; what it needs is fetched before the first walk. */
export interface Entrant {
  readonly name: string;
  /** Throws a CannotBeHad with the reason where this machine lacks something. */
  readonly prepare: (say: (line: string) => void) => Promise<Contender>;
}

/** A peer that cannot be had on this machine; the others are measured without it. */
export class CannotBeHadError extends Error {
  override readonly name = 'CannotBeHadError';
}
