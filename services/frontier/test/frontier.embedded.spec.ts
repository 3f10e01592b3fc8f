import { frontierSuite } from './frontier-suite.ts';

frontierSuite('embedded');
