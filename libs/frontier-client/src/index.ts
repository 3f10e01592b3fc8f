export { explainUrls } from './explain-urls.ts';
export { type FrontierOptions, type FrontierReplicas, openFrontier } from './open-frontier.ts';
export { getLedger } from './get-ledger.ts';
export { putBudgets } from './put-budgets.ts';
export { putCrawls } from './put-crawls.ts';
export { restCause } from './rest-cause.ts';
export { waitSentence, type WaitPlace } from './wait-sentence.ts';
