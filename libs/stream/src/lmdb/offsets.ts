import type { Environment, Tree } from '@mayfly/data-folder';
import { decodePair, encodePair } from './log-keys.ts';

/** Which partition of which stream. */
export interface LogPlace {
  readonly log: string;
  readonly partition: number;
}

/** How far each group has come: everything before its position is done. */
export class Offsets {
  private readonly tree: Tree;

  constructor(environment: Environment) {
    this.tree = environment.tree('offsets');
  }

  /** Undefined for a group that never committed. */
  get(group: string, place: LogPlace): number | undefined {
    const value = this.tree.get(offsetKey(group, place));
    return value === undefined ? undefined : decodePair(value)[0];
  }

  /** Only inside the work of a commit. */
  put(group: string, place: LogPlace, position: number): void {
    this.tree.put(offsetKey(group, place), encodePair(position, 0));
  }
}

function offsetKey(group: string, { log, partition }: LogPlace): Buffer {
  return Buffer.from(`${group}\0${log}\0${partition}`);
}
