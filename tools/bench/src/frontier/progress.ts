import type { LoadProcess } from './load-process.ts';
import type { LoadResult } from './load-order.ts';

/** What a load does, for whoever waits for it. */
export interface Underway {
  /** Which server, and how large the run is. */
  readonly about: string;
  readonly step: string;
  /** URLs that it comes to. */
  readonly expected: number;
  readonly say: (line: string) => void;
}

const EVERY_MS = 10_000;

/** The result of a load; says now and then how far it has come. */
export async function resultOf(load: LoadProcess, underway: Underway): Promise<LoadResult> {
  const startMs = performance.now();
  const timer = setInterval(() => {
    const seconds = (performance.now() - startMs) / 1_000;
    underway.say(progressLine(underway, load.acknowledged, seconds));
  }, EVERY_MS);
  try {
    return await load.result();
  } finally {
    clearInterval(timer);
  }
}

export function progressLine(
  { about, step, expected }: Omit<Underway, 'say'>,
  acknowledged: number,
  seconds: number,
): string {
  const share = Math.floor((100 * acknowledged) / expected);
  const rate = Math.round(acknowledged / seconds);
  return `${about}: ${step} ${acknowledged} of ${expected} (${share} %) after ${seconds.toFixed(0)} s, ${rate} URLs/s`;
}
