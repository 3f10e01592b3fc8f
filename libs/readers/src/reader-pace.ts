import type { Reader } from './salted-reader.ts';

/** More than this is not a person. */
export interface PaceLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

interface Pace {
  minute: number;
  inMinute: number;
  inDay: number;
}

const MINUTE_MS = 60_000;

/**
 * Knows robots by how much they read. A reader stands for somebody during one day only, so what is counted under one name
 * is that day's. Whoever was too fast once stays a robot for the day.
 */
export class ReaderPace {
  readonly #limits: PaceLimits;
  readonly #most: number;
  #young = new Map<Reader, Pace>();
  #old = new Map<Reader, Pace>();

  /** Remembers that many readers at least, those heard of last, and twice as many at most. */
  constructor(limits: PaceLimits, most: number) {
    this.#limits = limits;
    this.#most = most;
  }

  /** Counts a visit; true where its reader is a robot by now. Minutes are those of the visits, not of their report. */
  isTooFast(reader: Reader, atMs: number): boolean {
    const pace = this.#of(reader);
    const { perMinute, perDay } = this.#limits;
    if (pace.inDay > perDay) return true;
    const minute = Math.floor(atMs / MINUTE_MS);
    if (pace.minute !== minute) {
      pace.minute = minute;
      pace.inMinute = 0;
    }
    pace.inMinute += 1;
    pace.inDay += 1;
    if (pace.inMinute > perMinute) pace.inDay = Infinity;
    return pace.inDay > perDay;
  }

  #of(reader: Reader): Pace {
    let pace = this.#young.get(reader);
    if (pace !== undefined) return pace;
    pace = this.#old.get(reader) ?? { minute: 0, inMinute: 0, inDay: 0 };
    this.#young.set(reader, pace);
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    return pace;
  }
}
