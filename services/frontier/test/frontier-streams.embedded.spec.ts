import { frontierStreamsSuite } from './frontier-streams-suite.ts';

frontierStreamsSuite('embedded');
