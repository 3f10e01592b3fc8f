import { setTimeout as delay } from 'node:timers/promises';

export interface Poll {
  /** What is waited for, as the end of "waited 60 s for …". */
  readonly what: string;
  readonly limitMs: number;
  readonly everyMs?: number;
}

/** Asks again and again until the answer is true; an error counts as "not yet" and is told when time runs out. */
export async function pollUntil(poll: Poll, check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + poll.limitMs;
  let cause: unknown;
  for (;;) {
    try {
      if (await check()) return;
      cause = undefined;
    } catch (error) {
      if (error instanceof GiveUp) throw error;
      cause = error;
    }
    if (performance.now() >= end) {
      const last = cause instanceof Error ? `; the last answer was: ${cause.message}` : '';
      throw new Error(`waited ${Math.round(poll.limitMs / 1000)} s for ${poll.what}${last}`, {
        cause,
      });
    }
    await delay(poll.everyMs ?? 100);
  }
}

/** Thrown inside a poll when waiting longer cannot help. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp';
}
