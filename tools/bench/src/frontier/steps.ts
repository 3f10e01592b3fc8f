import type { LoadOrder } from './load-order.ts';

/** One step of a run, and the most URLs that it comes to: exactly so many, but for calls that may bring fewer. */
export interface Step extends Pick<LoadOrder, 'step' | 'from' | 'count' | 'warmUp'> {
  readonly expected: number;
}

const MOST_KNOWN = 500_000;
const MOST_SETTLED = 200_000;
const MOST_CALLS = 600;
const LEASES_A_CALL = 100;
const RUN = 25;
/** As many as the run has, and no more than make a server warm. */
const MOST_WARM_UP = 100_000;
const WARM_UP_CALLS = 200;

/** All steps of a run over so many URLs: as many as there are, as long as more say nothing new. */
export function stepsOf(urls: number): Step[] {
  const known = Math.floor(Math.min(MOST_KNOWN, urls) / RUN) * RUN;
  const calls = Math.min(MOST_CALLS, Math.floor((urls * 0.6) / LEASES_A_CALL));
  const settled = Math.min(MOST_SETTLED, urls - calls * LEASES_A_CALL);
  const warm = Math.min(MOST_WARM_UP, urls);
  const warmCalls = Math.min(WARM_UP_CALLS, calls);
  const warmUp = { from: 0, to: warm, count: warm };
  const warmUpCalls = { from: warm, to: warm + warmCalls * LEASES_A_CALL, count: warmCalls };
  return [
    { step: 'submit-new', from: 0, count: urls, expected: urls },
    { step: 'submit-known', from: 0, count: known, expected: known },
    { step: 'lease-settle', from: 0, count: settled, expected: settled, warmUp },
    {
      ...{ step: 'lease-times', from: 0, count: calls, expected: calls * LEASES_A_CALL },
      warmUp: warmUpCalls,
    },
  ];
}

/** How many URLs are there more when a step has warmed up. */
export const warmedUp = ({ warmUp }: Step): number =>
  warmUp === undefined ? 0 : warmUp.to - warmUp.from;
