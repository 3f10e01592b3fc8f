import { learningSuite } from './learning-suite.ts';

learningSuite('cluster');
