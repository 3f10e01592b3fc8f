export { type AgentRules, type Decision, restoreRules, type StoredRules } from './agent-rules.ts';
export { MAX_ROBOTS_BYTES, parseRobots, type Robots } from './parse-robots.ts';
