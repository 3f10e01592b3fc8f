export {
  type AgentRules,
  type Decision,
  type PlainRules,
  restoreRules,
  type StoredRules,
} from './agent-rules.ts';
export { type ContentSignals, readContentSignals } from './content-signals.ts';
export {
  joinWishes,
  type MetaTag,
  type PageWishes,
  readMetaRobots,
  readRobotsTag,
} from './page-wishes.ts';
export { parseRobots, type Robots } from './parse-robots.ts';
export { MAX_ROBOTS_BYTES } from './read-records.ts';
export { readUseSignals, type SaidOfUses, type UseSignal } from './use-signals.ts';
