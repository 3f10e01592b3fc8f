import { bestSpan } from '@mayfly/extract';
import { median } from '../walk/compare-runs.ts';

const FEW = 200_000;
const TIMES = 10;
const ROUNDS = 9;

/** How much longer ten times as many tokens take, divided by ten. */
export function tagDistributionGrowth(): number {
  const [few, many] = [tokens(FEW), tokens(FEW * TIMES)];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // As much work on both sides of the comparison.
    const short = timeOf(() => {
      for (let again = 0; again < TIMES; again += 1) bestSpan(few);
    });
    ratios.push(timeOf(() => void bestSpan(many)) / short);
  }
  return median(ratios.slice(ROUNDS >> 1));
}

/** A page of its kind: many tags, then text with few, then many tags. */
function tokens(count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, at) => {
    const isText = at > count / 3 && at < (2 * count) / 3;
    return at % 7 < (isText ? 1 : 5) ? 1 : 0;
  });
}

function timeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
