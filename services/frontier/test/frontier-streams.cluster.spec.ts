import { frontierStreamsSuite } from './frontier-streams-suite.ts';

frontierStreamsSuite('cluster');
