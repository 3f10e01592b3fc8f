export { Arrivals } from './arrivals.ts';
export { birthOf, type Birth } from './estimate/birth.ts';
export {
  changeRate,
  changeRateOfRegular,
  type ChangeRecord,
  NO_CHANGES,
  sawChange,
} from './estimate/change-rate.ts';
export { Dispersion } from './estimate/dispersion.ts';
export {
  checkedHint,
  type HintTrust,
  hintTrust,
  timeOfPings,
  UNPROVEN,
} from './estimate/hint-trust.ts';
export { Interest, type InterestFit, type InterestPrior } from './estimate/interest.ts';
export { LASTING_DAYS, type Life, lifeOf } from './estimate/lasting.ts';
export { type AgeHistogram, fitLeastSquares } from './estimate/least-squares.ts';
export { type FoundNew, NewLinks } from './estimate/new-links.ts';
export { Overlap } from './estimate/overlap.ts';
export { Rhythm, type RhythmRecord } from './estimate/rhythm.ts';
export { Turnover } from './estimate/turnover.ts';
export { algorithmOne, type KeptSet, paperWeights, scheduleOf } from './math/algorithm-one.ts';
export { bestSet, lossAgainst } from './math/best-set.ts';
export { g, gInverse, saturation } from './math/discovery.ts';
export { expectedAge, expectedFreshness } from './math/freshness.ts';
export { type HostPrices, hostPrices } from './math/host-prices.ts';
export { fetchShare } from './math/fetch-or-watch.ts';
export { demandLadder, possibleProfit, pricePlan, rateForAll } from './math/price-plan.ts';
export {
  ageIndex,
  netIndex,
  pageWorth,
  paperWeight,
  poissonWeight,
  refreshIndex,
  sourceIndex,
  sourceProfit,
  type SourceRates,
} from './math/profit-index.ts';
export { type RateColumns, rateColumns, type Schedule } from './math/rate-columns.ts';
export {
  type Feedback,
  type FoundLink,
  type HostLimit,
  type InterestRecord,
  type Job,
  type LoosePage,
  type NewSource,
  type PageCrawl,
  type PageRecord,
  type PageView,
  type Plan,
  type Policy,
  POLICY_NAMES,
  type PolicyName,
  type PolicyOptions,
  type SourceCrawl,
  type SourceRecord,
  type SourceView,
  type VisitLog,
  type WatchedPage,
} from './policy.ts';
export { openPolicy, POLICIES } from './registry.ts';
