import { frontierModelSuite } from './frontier-model-suite.ts';

frontierModelSuite('embedded');
