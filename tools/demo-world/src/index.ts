export { type Access, AccessLog, readAccessLog } from './access-log.ts';
export type { Article } from './article.ts';
export { benchAddress } from './bench-pages.ts';
export { benchWeb, type BenchWeb, type BenchWebOptions } from './bench-web.ts';
export { DemoWorld, type DemoWorldOptions, openDemoWorld } from './demo-world.ts';
export {
  breakOff,
  drip,
  type Exchange,
  type Extra,
  failing,
  fails,
  hang,
  leadsTo,
  pageWith,
  sitemapOf,
  streamed,
} from './extras.ts';
export {
  type Disallowed,
  disallowedRequests,
  type Impolite,
  impoliteRequests,
  type Manners,
  overlappingRequests,
  requestsPerUrl,
} from './judges.ts';
export { newsPage, type NewsPage } from './news-page.ts';
export type { Failures } from './oddities.ts';
export type { Expected, ReachablePage, WalkOptions } from './reachable.ts';
export type { Visit } from './readers.ts';
export type { Resource, ResourceKind } from './resource.ts';
export type { RobotsHistory } from './robots-book.ts';
export { type RobotsRules, robotsRules } from './robots-rules.ts';
export type { RobotsAnswer } from './robots-text.ts';
export { World, type WorldSettings } from './world.ts';
