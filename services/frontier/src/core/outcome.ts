/** How an attempt ended; the numbers are those of the contract, and a spec compares them. */
export const OUTCOME = {
  ok: 1,
  unchanged: 2,
  redirected: 3,
  gone: 4,
  refused: 5,
  robots: 6,
  blockedAddress: 7,
  busy: 8,
  serverError: 9,
  timeout: 10,
  reset: 11,
  dns: 12,
  tls: 13,
  tooLarge: 14,
  badEncoding: 15,
  badResponse: 16,
  redirectLoop: 17,
  abandoned: 18,
  unreadable: 19,
  tooSlow: 20,
} as const;

export type Outcome = (typeof OUTCOME)[keyof typeof OUTCOME];

const PAGES: ReadonlySet<number> = new Set([OUTCOME.ok, OUTCOME.unchanged]);
const TRIED_LATER: ReadonlySet<number> = new Set([
  OUTCOME.busy,
  OUTCOME.serverError,
  OUTCOME.timeout,
  OUTCOME.reset,
  OUTCOME.dns,
  OUTCOME.tooSlow,
]);
const NO_REQUEST: ReadonlySet<number> = new Set([
  OUTCOME.robots,
  OUTCOME.blockedAddress,
  OUTCOME.abandoned,
]);

/** Whether a page limit counts it. */
export const isPage = (outcome: number): boolean => PAGES.has(outcome);

/** Whether another try may help: something was wrong for the moment. */
export const isTriedLater = (outcome: number): boolean => TRIED_LATER.has(outcome);

/** Whether the host was asked nothing, so it needs no rest. */
export const isWithoutRequest = (outcome: number): boolean => NO_REQUEST.has(outcome);
