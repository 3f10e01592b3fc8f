import { frontierMannersSuite } from './frontier-manners-suite.ts';

frontierMannersSuite('cluster');
