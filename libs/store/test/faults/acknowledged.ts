import type { StartedProcess } from '@mayfly/testing';

/** The last acknowledged link of each lane, and how many there were, by what a writer printed. */
export function acknowledgedBy(writer: StartedProcess): {
  readonly last: ReadonlyMap<number, number>;
  readonly count: number;
} {
  const last = new Map<number, number>();
  let count = 0;
  for (const line of writer.lines) {
    const [word, lane, link] = line.split(' ');
    if (word !== 'acknowledged') continue;
    count += 1;
    last.set(Number(lane), Math.max(Number(link), last.get(Number(lane)) ?? -1));
  }
  return { last, count };
}
