import { frontierInputSuite } from './frontier-input-suite.ts';

frontierInputSuite('embedded');
