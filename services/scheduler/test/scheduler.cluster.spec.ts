import { schedulerSuite } from './scheduler-suite.ts';

schedulerSuite('cluster');
