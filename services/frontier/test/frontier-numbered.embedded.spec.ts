import { frontierNumberedSuite } from './frontier-numbered-suite.ts';

frontierNumberedSuite('embedded');
