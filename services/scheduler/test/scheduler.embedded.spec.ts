import { schedulerSuite } from './scheduler-suite.ts';

schedulerSuite('embedded');
